import { z } from 'zod'

const API_PATH = '/api/public/v1'

/** `{base_url}` without a trailing slash: http or https, without query or fragment. Messages do not repeat the value. */
export const baseUrl = z.string().transform((text, context) => {
  const problem = problemOf(text)
  if (problem === undefined) return normalized(new URL(text))
  context.issues.push({ code: 'custom', message: problem, input: text })
  return z.NEVER
})

function problemOf(text: string): string | undefined {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text)?.[1]?.toLowerCase()
  if (scheme !== 'http' && scheme !== 'https')
    return scheme !== undefined && /^[^/]+:\/\//.test(text)
      ? `${scheme} is not supported; use an http:// or https:// URL`
      : 'not a URL with a scheme; start it with http:// or https://'
  if (/[\s\\]/.test(text) || !/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text))
    return 'not a URL; write it as https://host/path'
  const url = new URL(text)
  if (url.username || url.password) return 'must not contain a user name or password; keys have their own settings'
  if (text.includes('?')) return 'must not contain a query: remove the ? and what follows'
  if (text.includes('#')) return 'must not contain a fragment: remove the # and what follows'
  return normalized(url).endsWith(API_PATH) ? `must not end with ${API_PATH}; the suite adds it` : undefined
}

const normalized = (url: URL): string => `${url.origin}${url.pathname.replace(/\/+$/, '')}`
