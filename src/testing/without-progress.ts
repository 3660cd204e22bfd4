/** So narrow that nothing else can hide behind it. */
const PROGRESS =
  /^[ab] \d+\/\d+(?: · [ab] \d+\/\d+)? rules · \d+ requests?, \d+\/s(?: · about [\d mins]+ left)?(?: · \d+ failed)?\n/gm

/** What the command said beside its progress, of which a machine sees the more the slower it is. */
export const withoutProgress = (stderr: string): string => stderr.replace(PROGRESS, '')
