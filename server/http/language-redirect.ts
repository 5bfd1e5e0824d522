import type { FastifyInstance, FastifyRequest } from 'fastify'

import {
  type Language,
  languages,
  pathIn,
  translatedPaths,
} from '../../contract/language/languages.ts'
import { pathOf, queryOf } from './url-path.ts'

/** Lifetime of the cookie in seconds: a year. */
const maxAge = 365 * 24 * 60 * 60

/** The prefix `__Host-` of a cookie's name binds the cookie to this host and to TLS. */
const secureCookie = { name: '__Host-language', pattern: /(?:^|;)\s*__Host-language=(\w+)/ }
const plainCookie = { name: 'language', pattern: /(?:^|;)\s*language=(\w+)/ }

const cookieFor = ({ protocol }: FastifyRequest) =>
  protocol === 'https' ? secureCookie : plainCookie

/**
 * Stores the chosen language in a cookie, and redirects English URLs of translated pages to the
 * chosen language.
 */
export function redirectToChosenLanguage(app: FastifyInstance) {
  for (const language of languages) {
    for (const path of translatedPaths) {
      app.route({
        method: ['GET', 'POST'],
        url: `/language/${language}${path}`,
        handler: (request, reply) =>
          reply
            .header('set-cookie', cookieOf(language, request))
            .header('cache-control', 'no-store')
            // After status 307, the browser repeats the POST with the answers of the form.
            .redirect(
              pathIn(language, path) + queryOf(request.url),
              request.method === 'POST' ? 307 : 303,
            ),
      })
    }
  }

  // The start of the pages in Kiswahili.
  for (const url of ['/sw', '/sw/']) {
    app.get(url, (request, reply) =>
      reply.redirect(pathIn('sw', translatedPaths[0]) + queryOf(request.url), 302),
    )
  }

  app.addHook('onRequest', (request, reply, done) => {
    const requested = pathOf(request.url)
    const path = translatedPaths.find((one) => one === requested)
    if (!path || (request.method !== 'GET' && request.method !== 'HEAD')) {
      done()
      return
    }
    reply.header('vary', 'cookie')
    const chosen = chosenLanguage(request)
    if (chosen === 'en') done()
    else {
      reply
        .header('cache-control', 'no-store')
        .redirect(pathIn(chosen, path) + queryOf(request.url), 302)
    }
  })
}

function chosenLanguage(request: FastifyRequest): Language {
  const value = cookieFor(request).pattern.exec(request.headers.cookie ?? '')?.[1]
  return languages.find((language) => language === value) ?? 'en'
}

function cookieOf(language: Language, request: FastifyRequest) {
  const cookie = cookieFor(request)
  const secure = cookie === secureCookie ? '; Secure' : ''
  return `${cookie.name}=${language}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`
}
