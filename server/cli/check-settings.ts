import { createTransport } from 'nodemailer'

import { settingNames, type Settings } from '../settings.ts'
import { problem, warning } from './finding.ts'
import type { System } from './doctor-environment.ts'

/** Variables that look like a setting but are none: a slip of the pen takes no effect. */
export function checkNames({ variables, envFile }: Pick<System, 'variables' | 'envFile'>) {
  const given = Object.keys(variables).filter((name) => !settingNames.includes(name))
  return given.flatMap((name) => {
    const meant = settingNames.find((setting) => areAlike(name.toUpperCase(), setting))
    if (meant) {
      return [warning(`${name} is no setting and has no effect`, `Did you mean ${meant}?`)]
    }
    if (!envFile.includes(name)) return []
    return [warning(`${name} in .env is no setting of this product`, 'Remove the line.')]
  })
}

/** What is allowed, but hardly meant. */
export function checkSettings({ PUBLIC_URL, TRUST_PROXY, RATE_LIMIT, ADMIN_PASSWORD }: Settings) {
  return [
    ...(RATE_LIMIT === 'off'
      ? [warning('RATE_LIMIT is off: anybody may try passwords for ever', 'Remove the setting.')]
      : []),
    ...(PUBLIC_URL === undefined
      ? [
          warning(
            'PUBLIC_URL is not set: links in e-mails take the address that somebody asked for',
            'Set it to the address under which people reach the site, and build the pages again.',
          ),
        ]
      : []),
    ...(PUBLIC_URL?.startsWith('https:') && TRUST_PROXY === false
      ? [
          warning(
            'PUBLIC_URL is https, but no proxy is trusted: all visitors seem to be one',
            'Set TRUST_PROXY to the address of the proxy that ends TLS.',
          ),
        ]
      : []),
    ...(ADMIN_PASSWORD === undefined
      ? []
      : [
          warning(
            'ADMIN_PASSWORD is still set; only the very first start reads it',
            'Remove it, so that the password stands nowhere.',
          ),
        ]),
  ]
}

/** Whether the mail server lets us in. */
export async function checkMail({ SMTP_URL }: Pick<Settings, 'SMTP_URL'>) {
  if (SMTP_URL === undefined) {
    return [
      warning(
        'No mail is set up: messages to applicants are put into files, and links to set a password must be handed over by hand',
        'Set SMTP_URL and MAIL_FROM if that is not meant.',
      ),
    ]
  }
  const limits = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000 }
  const transport = createTransport({ url: SMTP_URL, ...limits })
  try {
    await transport.verify()
    return []
  } catch (error) {
    return [
      problem(
        `The mail server does not let us in (${String((error as { code?: unknown }).code)})`,
        'Check host, port, user and password in SMTP_URL.',
      ),
    ]
  } finally {
    transport.close()
  }
}

/** Whether one letter in five, and at least one, makes the difference. */
function areAlike(one: string, other: string) {
  return distance(one, other) <= Math.max(1, Math.floor(other.length / 5))
}

/** How many letters must be added, removed or replaced to make one name of the other. */
function distance(one: string, other: string) {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [index, letter] of Array.from(one).entries()) {
    const next = [index + 1]
    for (const [column, against] of Array.from(other).entries()) {
      const replaced = row[column]! + (letter === against ? 0 : 1)
      next.push(Math.min(replaced, row[column + 1]! + 1, next[column]! + 1))
    }
    row = next
  }
  return row.at(-1)!
}
