/** Markdown without its code, in which nothing is markup or a mention: what is left must be ours. */
export const withoutCode = (text: string): string =>
  text
    .replace(/^(`{3,})text\n.*?\n\1$/gms, '')
    .replace(/(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)/g, '')
    .replace(/<code>[^<]*<\/code>/g, '')
