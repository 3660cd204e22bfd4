/** So narrow that nothing else can hide behind it. */
const PROGRESS =
  /^[\d,]+(?: of about [\d,]+)? requests?(?: · (?:about [\d mins]+ left|sending \d+ failures? again alone))?(?: · \d+ failed)? · (?:pending: [\w., -]+|\d+ of \d+ rules)\n/gm

/** The output of the command without its progress, whose length depends on the speed of the machine. */
export const withoutProgress = (stderr: string): string => stderr.replace(PROGRESS, '')
