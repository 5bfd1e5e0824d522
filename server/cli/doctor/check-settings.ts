import { createTransport } from 'nodemailer'

import { misspelledSetting, shortestCertainName } from '../../setting-names.ts'
import { settingNames, type Settings } from '../../settings.ts'
import { type DoctorEnvironment, problemFinding, warningFinding, type Finding } from './finding.ts'

/** Finds misspelled short names of settings. With a longer one, no setting can be read. */
export function checkSettingNames({ variables }: Pick<DoctorEnvironment, 'variables'>) {
  return Object.keys(variables).flatMap((name) => {
    if (name.length >= shortestCertainName) return []
    const setting = misspelledSetting(name, settingNames)
    if (setting === undefined) return []
    return [warningFinding(`${name} is no setting and has no effect`, `Did you mean ${setting}?`)]
  })
}

/** Finds settings that are valid, but unsafe or probably a mistake. */
export function checkSettings(settings: Settings) {
  const { HOST, PUBLIC_URL, TRUST_PROXY, RATE_LIMIT, ADMIN_PASSWORD } = settings
  const findings: Finding[] = []
  const warn = (what: string, todo: string) => void findings.push(warningFinding(what, todo))
  if (RATE_LIMIT === 'off') {
    warn('RATE_LIMIT is off: passwords can be tried without limit', 'Remove the setting.')
  }
  if (PUBLIC_URL === undefined) {
    warn(
      'PUBLIC_URL is not set: e-mails contain no links, and password links are not e-mailed',
      'Set it to the public address of the site, and restart the server.',
    )
  } else if (isUnencrypted(PUBLIC_URL)) {
    warn(
      'PUBLIC_URL is http: passwords and applications travel unencrypted',
      'Let the proxy end TLS, then set PUBLIC_URL to the https address.',
    )
  }
  if (TRUST_PROXY === true && ['0.0.0.0', '::'].includes(HOST)) {
    warn(
      `TRUST_PROXY is true and HOST is ${HOST}: whoever reaches the port can pretend to be another visitor`,
      'Set TRUST_PROXY to the address of the proxy, or HOST to 127.0.0.1 if the proxy runs on this machine.',
    )
  }
  if (PUBLIC_URL?.startsWith('https:') && TRUST_PROXY === false) {
    warn(
      'PUBLIC_URL is https, but no proxy is trusted: all visitors count as one',
      'Set TRUST_PROXY to the address of the proxy that ends TLS.',
    )
  }
  if (ADMIN_PASSWORD !== undefined) {
    warn(
      'ADMIN_PASSWORD is still set; only the very first start reads it',
      'Remove it, so that the password is stored nowhere.',
    )
  }
  return findings
}

/** Whether a URL is http and leads to another machine. */
export function isUnencrypted(url: string) {
  const { protocol, hostname } = new URL(url)
  return protocol === 'http:' && !/^(localhost|127\..*|\[::1\])$/.test(hostname)
}

/** Tries to sign in to the mail server. */
export async function checkMail({ SMTP_URL }: Pick<Settings, 'SMTP_URL'>) {
  if (SMTP_URL === undefined) {
    const what =
      'E-mail is not set up: messages to applicants become files, and links to set a password must be passed on by hand'
    return [warningFinding(what, 'Set SMTP_URL and MAIL_FROM to send e-mail.')]
  }
  const limits = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000 }
  const transport = createTransport({ url: SMTP_URL, ...limits })
  try {
    await transport.verify()
    return []
  } catch (error) {
    const what = `The mail server cannot be used (${String((error as { code?: unknown }).code)})`
    return [problemFinding(what, 'Check host, port, user and password in SMTP_URL.')]
  } finally {
    transport.close()
  }
}
