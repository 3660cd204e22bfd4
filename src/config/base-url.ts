import { z } from 'zod'

const API_PATH = '/api/public/v1'

/** `{base_url}`: http or https, nothing after the path; without the slash at its end. The value is not repeated in messages. */
export const baseUrl = z.string().transform((text, context) => {
  const problem = problemOf(text)
  if (problem === undefined) return withoutSlash(new URL(text))
  context.issues.push({ code: 'custom', message: problem, input: text })
  return z.NEVER
})

function problemOf(text: string): string | undefined {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text)?.[1]?.toLowerCase()
  if (scheme !== 'http' && scheme !== 'https') return schemeProblem(text, scheme)
  if (/[\s\\]/.test(text) || !/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text))
    return 'not a URL; write it as https://host/path'
  const url = new URL(text)
  if (url.username || url.password) return 'must not hold a user name or password; keys have settings of their own'
  if (text.includes('?')) return 'must not hold a query; cut it at the ?'
  if (text.includes('#')) return 'must not hold a fragment; cut it at the #'
  if (withoutSlash(url).endsWith(API_PATH)) return `leave out ${API_PATH} at its end; the suite adds it`
  return undefined
}

function schemeProblem(text: string, scheme: string | undefined): string {
  if (scheme !== undefined && /^[^/]+:\/\//.test(text)) return `cannot speak ${scheme}; give an http:// or https:// URL`
  return 'not a URL with a scheme; start it with http:// or https://'
}

function withoutSlash(url: URL): string {
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}
