import type { Behaviour } from '../../../reference-server/behaviour.ts'

type Servers = Readonly<Record<string, Partial<Behaviour>>>

/** A router that takes more paths for documented ones than the filter that checks the key: `unchecked` matches what it misses. */
export const unchecked = (pathRouted: Behaviour['pathRouted'], missed: RegExp): Partial<Behaviour> => ({
  pathRouted,
  classify: (check, call) =>
    check.wellFormed || !missed.test(`${call.path}?${call.search}`) ? call.conforming.classify(check, call) : undefined,
})

const asSent = (path: string): string => path
/** Decodes the escapes of a path; undecodable ones stay. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
const merged = (path: string): string => path.replace(/\/{2,}/g, '/')
const resolved = (path: string): string => new URL(merged(path), 'http://x').pathname
const withoutParameters = (path: string): string => path.replace(/;[^/]*/g, '')
const INDEX = /\/api\/public\/v1\/?$/
const page = '{"data":[{"id":1}],"items":[{"id":1}],"total":1}'

/** The list at the root of the API, in another shape: links to its records. */
const indexOfLinks: Partial<Behaviour> = {
  ...unchecked(
    (path) =>
      path.replace(/(\/a\/api\/public\/v1)\/?$/, '$1/users').replace(/(\/b\/api\/public\/v1)\/?$/, '$1/projects'),
    /\/api\/public\/v1\/?\?/,
  ),
  response: (response, call) => {
    if (!INDEX.test(call.path) || response.status !== 200) return response
    const { data, items = data } = JSON.parse(String(response.body)) as Record<string, { id: unknown }[] | undefined>
    const links = (items ?? []).map(({ id }) => `${call.variant === 'a' ? '/users' : '/projects'}/${id}/more`)
    return { ...response, body: JSON.stringify({ version: 1, links }) }
  },
}

/** Decodes two bytes of UTF-8 where one is enough. */
const fromOverlong = (path: string): string =>
  path.replace(/%c1%(\w\w)/gi, (_, low) => String.fromCharCode(Number.parseInt(low, 16) - 0x40))
const fromJavaScript = (path: string): string =>
  path.replace(/%u00(\w\w)/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))

/** Servers that check no key for some spelling of a path. */
export const otherPathFaults = {
  'trailing-slash': unchecked((path) => path.replace(/\/+$/, ''), /\/\?/),
  'decoded-after-the-check': unchecked(decoded, /^[^?]*%\w\w/),
  'decoded-twice': unchecked((path) => decoded(decoded(path)), /%25/),
  'slashes-merged-after-the-check': unchecked(merged, /\/\//),
  'host-in-the-path': unchecked((path) => path.replace(/\/\/[^/]+(?=\/api\/)/, ''), /\/\/[^/]+\/api\//),
  'parameters-cut-after-the-check': unchecked(withoutParameters, /;/),
  'parameters-of-the-root-cut-after-the-check': unchecked(
    (path) => path.replace(/(\/api|\/public|\/v1);[^/]*/, '$1'),
    /(api|public|v1);/,
  ),
  'plus-cut-as-a-blank': unchecked((path) => path.replace(/\+$/, ''), /\+\?/),
  'export-unchecked': unchecked((path) => path.replace(/\/(export|download)$/, ''), /\/(export|download)\?/),
  'default-action-unchecked': unchecked((path) => path.replace(/\/index$/, ''), /\/index\?/),
  'overlong-utf-8-decoded-after-the-check': unchecked(fromOverlong, /%c1%/i),
  'escapes-of-javascript-decoded-after-the-check': unchecked(fromJavaScript, /%u00/i),
  'trailing-slash-unchecked-for-head': {
    pathRouted: (path) => path.replace(/\/$/, ''),
    classify: (check, call) =>
      !check.wellFormed && call.method === 'HEAD' && call.path.endsWith('/')
        ? undefined
        : call.conforming.classify(check, call),
  },
  'any-letter-case-routed': unchecked((path) => path.toLowerCase(), /[A-Z].*\?/),
  'letter-case-of-the-root': unchecked(
    (path) => path.replace(/\/api\/public\/v1/i, '/api/public/v1'),
    /^(?!.*\/api\/public\/v1).*\?/,
  ),
  'static-files-unchecked': unchecked(
    (path) => path.replace(/\/?[\w.]*\.\w+$/, (end) => (end[0] === '/' ? '' : end.replace(/\..*/, ''))),
    /\.[a-z]+\?/,
  ),
  'dot-segments-resolved-after-the-check': unchecked(resolved, /\/\.|%2e/i),
  'other-versions-unchecked': unchecked(
    (path) => path.replace(/\/public\/[^/]+\//, '/public/v1/'),
    /^(?!.*\/public\/v1\/)/,
  ),
  'minor-versions-unchecked': unchecked((path) => path.replace(/\/v1\.\d+\//, '/v1/'), /\/v1\.\d/),
  'version-read-as-a-number': unchecked((path) => path.replace(/\/v0+1\//, '/v1/'), /\/v0+1\//),
  'index-of-links-open': indexOfLinks,
  'index-above-the-version-open': unchecked(
    (path) =>
      path
        .replace(/^\/a\/api\/public$/, '/a/api/public/v1/users')
        .replace(/^\/b\/api\/public$/, '/b/api/public/v1/projects'),
    /\/api\/public\?/,
  ),
  'unversioned-alias': unchecked((path) => path.replace(/\/public\/(?!v1)/, '/public/v1/'), /\/public\/(?!v1)/),
  'absolute-form-unchecked': unchecked(asSent, /^https?:/),
  'public-words-unchecked': unchecked(asSent, /health|status|docs|login|public.*public|static|assets|openapi|favicon/),
  'cut-at-a-control-character': unchecked((path) => path.replace(/%0[0-9ad].*|%20$/i, ''), /%0[0-9ad]|%20\?/i),
  'encoded-slash-as-slash': unchecked((path) => path.replace(/%2f/gi, '/'), /%2f/i),
  'compatibility-characters': unchecked((path) => decoded(path).normalize('NFKC'), /%ef/i),
  'parameters-in-dot-segments': unchecked((path) => resolved(withoutParameters(path)), /\.\.;/),
  'path-after-the-path-ignored': unchecked(
    (path) => path.replace(/(users|company|projects)\/[\w.]+$/, '$1'),
    /(users|company|projects)\/[\w.]+\?/,
  ),
  'id-after-the-path-ignored': unchecked(
    (path) => path.replace(/\/[\w-]*\d[\w-]*$/, ''),
    /v1\/(?:users|projects)\/[\w-]*\d[\w-]*\?/,
  ),
  'json-extension': unchecked((path) => path.replace(/\.json$/, ''), /\.json\?/),
  'next-version-unchecked': unchecked((path) => path.replace('/public/v2/', '/public/v1/'), /\/public\/v2\//),
  'internal-prefix-unchecked': unchecked((path) => path.replace('/api/internal/v1', '/api/public/v1'), /internal/),
  'callback-unchecked': unchecked(asSent, /callback=/),
  'cut-at-an-encoded-question-mark': unchecked((path) => path.replace(/%(3f|23).*/i, ''), /%(3f|23)/i),
  'static-file-after-an-encoded-hash': unchecked((path) => path.replace(/%23.*/, ''), /%23\.\w+\?/),
  'cut-at-a-blank': unchecked((path) => path.replace(/(%20|%09)+$/, ''), /(%20|%09)\?/),
  'static-file-by-the-end-of-the-address': unchecked(asSent, /\.(css|js|png|ico|svg)$/),
  'address-behind-the-proxy': unchecked(
    (path) => path.replace(/^(\/[ab])?\/v1\//, '$1/api/public/v1/'),
    /^(\/[ab])?\/v1\//,
  ),
  'front-controller-unchecked': unchecked((path) => path.replace('/index.php/', '/'), /\/index\.php\//),
  'script-after-the-version-unchecked': unchecked(
    (path) => path.replace(/\/v1\/\w+\.(php|cgi)\//, '/v1/'),
    /\/v1\/\w+\.(php|cgi)\//,
  ),
  'line-feed-before-the-end-of-the-pattern': unchecked((path) => path.replace(/%0a$/i, ''), /%0a\?/i),
  'dots-at-the-end-cut': unchecked((path) => path.replace(/\.+$/, ''), /\w\.+\?/),
  'last-dot-segment-resolved-after-the-check': unchecked(
    (path) => path.replace(/\/(\.|[^/]+\/\.\.)$/, ''),
    /\/\.{1,2}\?/,
  ),
  'lines-after-the-first-unread': unchecked((path) => path.split(/%0[ad]/i)[0]!, /%0[ad]/i),
  'undecodable-id-is-a-server-error': {
    gateway: ({ path }) => (/\/%(00|ff|zz)/i.test(path) ? { status: 500, headers: [], body: 'error' } : undefined),
  },
  'kept-as-a-style-sheet': keptByExtension(/\.css$/),
  'kept-as-any-static-file': keptByExtension(/\.(css|js|png|ico|svg)$/),
  'cached-without-the-key': {
    gateway: (call) =>
      /(\.\w{2,4}|\/)$/.test(call.path) ? { status: 200, headers: [['Age', '7']], body: page } : undefined,
  },
} satisfies Servers

/** A router that ignores an extension or a file name, behind a cache that keeps such paths. */
function keptByExtension(extension: RegExp): Partial<Behaviour> {
  return {
    pathRouted: (path) => path.replace(/(\/\w+)?\.\w+$/, (end) => (/^\/x\./.test(end) ? '' : end.replace(/\..*/, ''))),
    gateway: (call) => call.memory.get(call.path) as { status: number; headers: []; body: string } | undefined,
    response(response, call) {
      if (extension.test(call.path) && response.status === 200)
        call.memory.set(call.path, { status: 200, headers: [], body: String(response.body) })
      return response
    },
  }
}

const FEW = 'quick depth tries two spellings'

export const otherPathQuickMisses = {
  'kept-as-a-style-sheet': FEW,
  'kept-as-any-static-file': FEW,
  'id-after-the-path-ignored': FEW,
  'parameters-of-the-root-cut-after-the-check': FEW,
  'plus-cut-as-a-blank': FEW,
  'export-unchecked': FEW,
  'default-action-unchecked': FEW,
  'overlong-utf-8-decoded-after-the-check': FEW,
  'escapes-of-javascript-decoded-after-the-check': FEW,
  'trailing-slash-unchecked-for-head': FEW,
  'json-extension': FEW,
  'cut-at-an-encoded-question-mark': FEW,
  'static-file-after-an-encoded-hash': FEW,
  'minor-versions-unchecked': FEW,
  'version-read-as-a-number': FEW,
  'index-of-links-open': FEW,
  'index-above-the-version-open': FEW,
  'cut-at-a-blank': FEW,
  'static-file-by-the-end-of-the-address': FEW,
  'address-behind-the-proxy': FEW,
  'next-version-unchecked': FEW,
  'internal-prefix-unchecked': FEW,
  'callback-unchecked': FEW,
  'front-controller-unchecked': FEW,
  'script-after-the-version-unchecked': FEW,
  'line-feed-before-the-end-of-the-pattern': FEW,
  'dots-at-the-end-cut': FEW,
  'last-dot-segment-resolved-after-the-check': FEW,
  'lines-after-the-first-unread': FEW,
  'undecodable-id-is-a-server-error': FEW,
  'decoded-twice': FEW,
  'slashes-merged-after-the-check': FEW,
  'host-in-the-path': FEW,
  'parameters-cut-after-the-check': FEW,
  'any-letter-case-routed': FEW,
  'letter-case-of-the-root': FEW,
  'static-files-unchecked': FEW,
  'dot-segments-resolved-after-the-check': FEW,
  'other-versions-unchecked': FEW,
  'unversioned-alias': FEW,
  'absolute-form-unchecked': FEW,
  'public-words-unchecked': FEW,
  'cut-at-a-control-character': FEW,
  'encoded-slash-as-slash': FEW,
  'compatibility-characters': FEW,
  'parameters-in-dot-segments': FEW,
  'path-after-the-path-ignored': FEW,
} satisfies Partial<Record<keyof typeof otherPathFaults, string>>

/** Links and an example, in the page envelope of either variant. */
const index = JSON.stringify({
  data: [{ id: 1, name: 'users', href: '/users/1' }],
  items: [{ id: 2, name: 'projects', href: '/projects/1/datasets' }],
  total: 2,
  documentation: '/projects/{project_id}/nodes',
})

const html = (status: number, body: string, ...headers: (readonly [string, string])[]) => ({
  status,
  headers: [['Content-Type', 'text/html'] as const, ...headers],
  body,
})

/** Servers that treat other spellings as they like, and serve no data without a key. */
export const otherPathFreedoms = {
  'lenient-router-behind-the-check': {
    pathRouted: (path) =>
      /api/i.test(path) ? resolved(withoutParameters(decoded(path).toLowerCase())).replace(/\/$/, '') : path,
  },
  'lenient-with-extensions-behind-the-check': { pathRouted: (path) => decoded(path).replace(/(\/x)?\.\w+$/, '') },
  'strict-router-before-the-check': {
    gateway: ({ endpoint }) => (endpoint === 'unknown' ? html(404, '<h1>Not found</h1>') : undefined),
  },
  'redirects-to-the-documented-path': {
    gateway: (call) =>
      call.endpoint === 'unknown' ? html(308, '', ['Location', merged(call.path).replace(/\/$/, '')]) : undefined,
  },
  'application-for-browsers-beside': {
    gateway: ({ endpoint }) =>
      endpoint === 'unknown' ? html(200, '<html><title>Users, projects, company</title></html>') : undefined,
  },
  'proxy-rejects-odd-paths': {
    gateway: (call) => (/[;%\\]|\/[./]|^h/.test(call.path) ? html(400, '<h1>400 Bad Request</h1>') : undefined),
  },
  'connection-closed-on-odd-paths': { dropped: (call) => (/%0|\\|^h/.test(call.path) ? 'before' : 'no') },
  'index-of-the-documentation': {
    gateway: (call) =>
      /\/api(\/public(\/v1)?)?\/?$/.test(call.path)
        ? { status: 200, headers: [['Content-Type', 'application/json']], body: index }
        : undefined,
  },
  'another-version-beside': {
    gateway: (call) =>
      /\/v[02]\//.test(call.path)
        ? { status: 200, headers: [], body: '{"data":[{"version":2}],"total":1}' }
        : undefined,
  },
  'lenient-decoder-before-the-check': {
    pathRouted: (path) => decoded(fromJavaScript(fromOverlong(path)).replace(/\/index$/, '')),
  },
  'head-of-every-path': {
    gateway: (call) =>
      call.method === 'HEAD' && call.endpoint === 'unknown'
        ? { status: 200, headers: [['Content-Type', 'application/json']], body: '{}' }
        : undefined,
  },
  'health-page-beside': {
    gateway: (call) =>
      call.endpoint === 'unknown' && /health|status/.test(call.path)
        ? { status: 200, headers: [], body: '{"status":"ok","data":[],"items":[],"total":0}' }
        : undefined,
  },
} satisfies Servers
