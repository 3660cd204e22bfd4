/** The text, or its first characters and an ellipsis. */
export const truncate = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most)}…` : text)
