import type { FastifyInstance, FastifyRequest } from 'fastify'

import { type Language, languages, pathIn, translatedPaths } from '../../contract/languages.ts'
import { pathOf, queryOf } from './url-path.ts'

/** A year, in seconds. */
const remembered = 365 * 24 * 60 * 60

/** Browsers take what begins with `__Host-` over TLS alone, and from this very host. */
const overTls = { name: '__Host-language', pattern: /(?:^|;)\s*__Host-language=(\w+)/ }
const inTheClear = { name: 'language', pattern: /(?:^|;)\s*language=(\w+)/ }

const cookieFor = ({ protocol }: FastifyRequest) => (protocol === 'https' ? overTls : inTheClear)

/**
 * Remembers the language that somebody chose, and leads whoever chose another one than English from
 * the English address of a page to the page in that language. The choice says nothing else of them.
 */
export function rememberLanguages(app: FastifyInstance) {
  for (const language of languages) {
    for (const path of translatedPaths) {
      app.route({
        method: ['GET', 'POST'],
        url: `/language/${language}${path}`,
        handler: (request, reply) =>
          reply
            .header('set-cookie', cookieOf(language, request))
            .header('cache-control', 'no-store')
            // What a form holds goes along.
            .redirect(
              pathIn(language, path) + queryOf(request.url),
              request.method === 'POST' ? 307 : 303,
            ),
      })
    }
  }

  app.addHook('onRequest', (request, reply, done) => {
    const asked = pathOf(request.url)
    const path = translatedPaths.find((path) => path === asked)
    if (!path || (request.method !== 'GET' && request.method !== 'HEAD')) {
      done()
      return
    }
    reply.header('vary', 'cookie')
    const chosen = activeFilters(request)
    if (chosen === 'en') done()
    else {
      reply
        .header('cache-control', 'no-store')
        .redirect(pathIn(chosen, path) + queryOf(request.url), 302)
    }
  })
}

function activeFilters(request: FastifyRequest): Language {
  const value = cookieFor(request).pattern.exec(request.headers.cookie ?? '')?.[1]
  return languages.find((language) => language === value) ?? 'en'
}

function cookieOf(language: Language, request: FastifyRequest) {
  const cookie = cookieFor(request)
  const secure = cookie === overTls ? '; Secure' : ''
  return `${cookie.name}=${language}; Path=/; Max-Age=${remembered}; HttpOnly; SameSite=Lax${secure}`
}
