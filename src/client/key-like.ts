import { fromBase64 } from './base64.ts'
import { readings } from './readings.ts'

/** Longer than a key_id, which may be shown. */
const HEX = /[0-9a-f]{17,}/gi
/** What so much hex takes in base64, which has no other characters for it, and escaped. */
const RUN = /[0-9A-Za-z\\%]{22,}/g

/** For texts that may repeat a key nobody has told us of: what could be one goes, in base64 and escaped, too. */
export const withoutKeys = (text: string): string =>
  text.replace(HEX, '****').replace(RUN, (run) => (couldBeKey(run) ? '****' : run))

const couldBeKey = (run: string): boolean =>
  readings(run).some((read) => [read, ...fromBase64(read)].some((form) => form.search(HEX) >= 0))
