import type { SpellingName, Variation } from './spellings.ts'

/** What the router does, and the filter that checks the key does not, or the other way round. */
const OF_SLASHES = 'the router merges or ignores slashes, the check compares the path as it was sent'
const OF_DOTS = 'dot segments are resolved after the check, or a path that begins like a public one is excluded from it'
const OF_END = 'the router drops or ignores the end of the path, the check compares all of it'
const OF_PARAMETER = 'the router drops path parameters (;a=b), the check compares the path as it was sent'
const OF_BACKSLASH = 'the router takes a backslash for a slash, the check does not'
const OF_CASE = 'the router ignores letter case, the check does not'
const OF_ESCAPE = 'the router decodes the path, the check compares it as it was sent'
const OF_RESOURCE = 'the route of a single record has no check: each route has its own, or a generated one has none'
const OF_ALIAS =
  'an alias or another version of the path has no check: the key is checked by a list of paths, or for each route'
const OF_EXTENSION =
  'paths that look like those of files are excluded from authentication, and the router ignores the extension'
const OF_SPELLING: Partial<Record<SpellingName, string>> = {
  'trailing slash': OF_SLASHES,
  'double slash': OF_SLASHES,
  'double slash at the start': OF_SLASHES,
  'double slash before the last segment': OF_SLASHES,
  'trailing slash and HEAD': OF_SLASHES,
  'host after a double slash': 'the router takes the beginning of the path for a host, the check does not',
  'encoded letter': OF_ESCAPE,
  'encoded letter of the root': OF_ESCAPE,
  'encoded slash': OF_ESCAPE,
  'double encoding': 'the path is decoded twice, and checked in between or before',
  'lenient escape':
    'the router decodes escapes that no standard allows: %c1%b5 is u in two bytes of UTF-8 where one is enough, and %u0075 is u as JavaScript escapes it',
  'look-alike letter':
    'the path is normalised to Unicode compatibility (NFKC) after the check: letters in full width become those of ASCII',
  'letter case': OF_CASE,
  'letter case of the root': OF_CASE,
  'capitals only': OF_CASE,
  extension: OF_EXTENSION,
  'file name after the path': OF_EXTENSION,
  'static file after the path': OF_EXTENSION,
  'path parameter': OF_PARAMETER,
  'path parameter of the root': OF_PARAMETER,
  'parameter in a dot segment': OF_PARAMETER,
  'dot segment after a public path': OF_DOTS,
  'encoded dot segment': OF_DOTS,
  'dot segments from the top': OF_DOTS,
  'dot segments after an encoded slash': OF_DOTS,
  'single dot': OF_DOTS,
  backslash: OF_BACKSLASH,
  'encoded backslash': OF_BACKSLASH,
  'encoded control character': OF_END,
  'encoded question mark': OF_END,
  'encoded hash': OF_END,
  'trailing blank': OF_END,
  'trailing plus': OF_END,
  'trailing dot': OF_END,
  'absolute-form': 'the check compares the request target as it was sent, here a whole URL, with a list of paths',
  'front controller': 'the script of the front controller is routed past the check',
  'single resource': OF_RESOURCE,
  'topmost resource': OF_RESOURCE,
  version: OF_ALIAS,
  'no version': OF_ALIAS,
  'other prefix': OF_ALIAS,
  'root shortened to v1': OF_ALIAS,
  'double prefix': OF_ALIAS,
  'root of the API': OF_ALIAS,
  'word such as export after the path': OF_ALIAS,
  'shallow or nested route': OF_ALIAS,
}
const OF_PATH = 'the key is checked by a list of paths, and not for each route'
const OF_QUERY: readonly [ofFile: string, ofParameter: string] = [
  'a rule for static files or public paths matches the whole URL, query included',
  'a query parameter such as debug or callback selects a handler without authentication',
]
export const OF_FILES = 'a cache takes the path for a static file and serves the response to an authenticated request'

/** Causes of a path that is open, the spelling's own one first. */
export const causesOf = (path: string, { spelling, only }: Variation): string[] => [
  ...(only !== undefined
    ? [OF_QUERY[only.includes('.') ? 0 : 1]]
    : path.includes('?')
      ? OF_QUERY
      : [OF_SPELLING[spelling] ?? OF_PATH]),
  ...(/\.[a-z]+$/.test(path) ? [OF_FILES] : []),
]
