/** A count with its noun: `1 rule`, `2 rules`. */
export const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`
