import proxyAddr from '@fastify/proxy-addr'
import * as z from 'zod/mini'

import { email } from '../contract/fields.ts'
import { isDecodable, smsFieldsProblem, smsUrlProblem } from './services/sms/sms-settings.ts'
import { misspelledSetting, shortestCertainName } from './setting-names.ts'

const onOrOff = z.enum(['on', 'off'], 'must be on or off')

const environment = z.object({
  PORT: z._default(
    wholeNumber(0, 65_535, 'must be a number from 0 to 65535', 'must be at most 65535'),
    3000,
  ),
  HOST: z._default(z.string(), '0.0.0.0'),
  DATA_DIR: z._default(z.string(), './data'),
  DATABASE_URL: z.optional(
    withoutProblem((value) =>
      /^postgres(ql)?:\/\//.test(value) ? accountUrlProblem(value) : 'must begin with postgres://',
    ),
  ),
  PUBLIC_URL: z.optional(
    textThat(isOrigin, 'must be a URL like https://www.example.org').check(
      z.overwrite((value) => URL.parse(value)?.origin ?? value),
    ),
  ),
  ADMIN_EMAIL: z._default(email('must be an e-mail address'), 'admin@example.org'),
  ADMIN_PASSWORD: z.optional(z.string()),
  SMTP_URL: z.optional(
    withoutProblem((value) =>
      /^smtps?:\/\//.test(value) ? accountUrlProblem(value) : 'must begin with smtp:// or smtps://',
    ),
  ),
  MAIL_FROM: z.optional(
    textThat(isSender, 'must be like info@example.org or Foundation <info@example.org>'),
  ),
  SMS_URL: z.optional(withoutProblem(smsUrlProblem)),
  SMS_FIELDS: z.optional(withoutProblem(smsFieldsProblem)),
  SMS_PRICE: z._default(amount(0.8), 0.8),
  SMS_MONTH_BUDGET: z.optional(amount(5000)),
  SMS_DAY_CAP: z.optional(amount(500)),
  SMS_CURRENCY: z._default(z.string().check(z.regex(/^[A-Z]{3}$/, 'must be like KES')), 'KES'),
  SMS_RECEIVED: z._default(onOrOff, 'off'),
  TRUST_PROXY: z.pipe(
    z.optional(
      textThat(
        (value) => value.split(',').every((part) => isProxy(part.trim())),
        'must be true, false, a number of proxies, or their addresses between commas',
      ),
    ),
    z.transform(trustProxy),
  ),
  DOCUMENTS_S3: z.optional(
    textThat(isBucketUrl, 'must be like https://KEY:SECRET@host/bucket?region=us-east-1'),
  ),
  DOCUMENT_MAX_MB: z._default(wholeNumber(1, 20, 'must be a number from 1 to 20'), 5),
  CLAMD: z.optional(
    z
      .string()
      .check(
        z.regex(
          /^(\/.+|([^\s/:]+|\[[\da-fA-F:]+\]):\d{1,5})$/,
          'must be host:port, or the path of a socket',
        ),
      ),
  ),
  LOG_LEVEL: z._default(
    z.enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be fatal, error, warn, info, debug, trace or silent',
    ),
    'info',
  ),
  METRICS_TOKEN: z.optional(
    z.string().check(z.regex(/^[\w-]{16,200}$/, 'must be 16 to 200 letters, digits, - or _')),
  ),
  OFFLINE: z._default(onOrOff, 'on'),
  RATE_LIMIT: z._default(onOrOff, 'on'),
})

export type Settings = z.output<typeof environment>

export const settingNames = Object.keys(environment.shape)

/** An amount of money in the main unit of the currency. */
function amount(example: number) {
  const wrong = `must be an amount like ${example}`
  return z.pipe(z.string().check(z.regex(/^\d{1,9}(\.\d{1,4})?$/, wrong)), z.transform(Number))
}

/** A number with at most as many digits as `most`. */
function wholeNumber(least: number, most: number, error: string, tooLarge = error) {
  const digits = z.string().check(z.regex(new RegExp(`^\\d{1,${String(most).length}}$`), error))
  const range = z.number().check(z.minimum(least, error), z.maximum(most, tooLarge))
  return z.pipe(digits, z.pipe(z.transform(Number), range))
}

function textThat(isValid: (value: string) => boolean, error: string) {
  return z.string().check(z.refine(isValid, { error }))
}

/** A text in which a function finds no mistake. */
function withoutProblem(problemOf: (value: string) => string | undefined) {
  const isRight = (value: string) => problemOf(value) === undefined
  const error = ({ input }: { input?: unknown }) => problemOf(String(input)) ?? ''
  return z.string().check(z.refine(isRight, { error }))
}

/**
 * Parses the environment; an empty variable counts as missing. Throws a SettingsError, also for a
 * probable misspelling: with DATABSE_URL, the server would begin an empty database.
 */
export function readSettings(variables: Record<string, string | undefined>): Settings {
  const given = Object.entries(variables).filter(([, value]) => value !== '')
  for (const [name] of given) {
    const setting =
      name.length < shortestCertainName ? undefined : misspelledSetting(name, settingNames)
    if (setting) throw new SettingsError(`${name} is no setting: did you mean ${setting}?`)
  }
  const { data, error } = environment.safeParse(Object.fromEntries(given))
  if (error) {
    const lines = error.issues.map(({ path, message }) => `${String(path[0])} ${message}`)
    throw new SettingsError(lines.join('; '))
  }
  if (data.SMTP_URL && !data.MAIL_FROM) {
    throw new SettingsError('MAIL_FROM must be set where SMTP_URL is')
  }
  if (data.SMS_URL?.startsWith('http') && !data.SMS_FIELDS) {
    throw new SettingsError('SMS_FIELDS must be set where SMS_URL is a web address')
  }
  return data
}

export class SettingsError extends Error {}

/**
 * Whether applicants can choose SMS: if a gateway is set up, or if nothing is. Without a mail server,
 * too, both e-mails and SMS become files, for trying the product out.
 */
export function offersSms({ SMS_URL, SMTP_URL }: Pick<Settings, 'SMS_URL' | 'SMTP_URL'>) {
  return SMS_URL !== undefined || SMTP_URL === undefined
}

/** The messages of submissions. With `SMS_RECEIVED` off, an e-mail confirms a submission. */
export function messagesOfSubmissions(
  settings: Pick<Settings, 'SMS_URL' | 'SMTP_URL' | 'SMS_RECEIVED' | 'PUBLIC_URL'>,
) {
  const isSmsOffered = offersSms(settings)
  return {
    isSmsOffered,
    isConfirmedBySms: isSmsOffered && settings.SMS_RECEIVED === 'on',
    // Without PUBLIC_URL, a forged header could decide which host the link leads to.
    isLinkSent: settings.PUBLIC_URL !== undefined,
  }
}

export function locationOf({
  DATABASE_URL,
  DATA_DIR,
}: Pick<Settings, 'DATABASE_URL' | 'DATA_DIR'>) {
  return { databaseUrl: DATABASE_URL, dataDir: DATA_DIR }
}

/**
 * Fastify's `trustProxy`: true, addresses between commas, or a number of hops. A number becomes a
 * function, because Fastify ignores bare numbers.
 */
function trustProxy(value: string | undefined) {
  if (value === undefined || value === 'false') return false
  if (value === 'true') return true
  if (!/^\d+$/.test(value)) return value
  return (_address: string, hop: number) => hop < Number(value)
}

/** Whether a part of TRUST_PROXY is valid: true, false, a number, an IP address or a network. */
function isProxy(part: string) {
  if (/^(true|false|\d+)$/.test(part)) return true
  try {
    return Boolean(proxyAddr.compile(part))
  } catch {
    return false
  }
}

/** Whether a text is an e-mail address, or a name with an address between < and >. */
function isSender(value: string) {
  const [, address = value] = /^[^<>@]*<([^<>]*)>$/.exec(value.trim()) ?? []
  return email().safeParse(address).success
}

/** Whether a URL names an S3 bucket with its key and secret, such as `https://K:S@host/bucket`. */
function isBucketUrl(value: string) {
  const url = URL.parse(value)
  return Boolean(
    url &&
    /^https?:$/.test(url.protocol) &&
    url.username &&
    url.password &&
    [url.username, url.password].every(isDecodable) &&
    /^\/[\w.-]+\/?$/.test(url.pathname) &&
    /^(\?region=[\w-]+)?$/.test(url.search) &&
    url.hash === '',
  )
}

/** Whether a URL names only a scheme and a host, such as `https://www.example.org/`. */
function isOrigin(value: string) {
  const url = URL.parse(value)
  return Boolean(url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`)
}

/**
 * The mistake in a URL with a user and password, such as `smtp://user:secret@host`; undefined if
 * there is none. A `/`, `#` or `?` in the password ends the host early, and would otherwise be
 * reported as "Invalid URL".
 */
function accountUrlProblem(value: string) {
  const url = URL.parse(value)
  const account = /^\w+:\/\/([^]*)@/.exec(value)?.[1] ?? ''
  const cut = /[/#?]/.exec(account)?.[0]
  const isCut = !url || url.hash !== '' || `${url.pathname}${url.search}`.includes('@')
  if (cut && isCut) return `has a ${cut} in its user or password: write ${encoded(cut)}`
  if (!url) return 'is not a URL: percent-encode the user and password'
  if (url.hash !== '') return `has a # after the host: write ${encoded('#')}`
  if (![url.username, url.password].every(isDecodable)) {
    return `has a % in its user or password that is no percent-encoding: write ${encoded('%')}`
  }
  return url.hostname === '' ? 'names no host' : undefined
}

function encoded(character: string) {
  return `%${character.codePointAt(0)!.toString(16).toUpperCase().padStart(2, '0')}`
}
