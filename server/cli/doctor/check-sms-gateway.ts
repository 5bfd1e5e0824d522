import type { Database } from '../../database/tables.ts'
import type { GatewayCheck } from '../../services/sms/gateway.ts'
import { smsGatewayOf } from '../../services/sms/sms-carrier.ts'
import type { Settings } from '../../settings.ts'
import { before } from './check-rows.ts'
import { type DoctorEnvironment, problemFinding, warningFinding, type Finding } from './finding.ts'
import { isUnencrypted } from './check-settings.ts'
import { withReady } from './with-ready.ts'

const minute = 60 * 1000
const hour = 60 * minute
const day = 24 * hour
const largestDifference = 5 * minute
/** Parts that the balance must at least pay for. */
const fewestParts = 100

/** Checks the settings of SMS, the account at the gateway, and whether delivery reports arrive. */
export async function checkSmsGateway(
  { now }: Pick<DoctorEnvironment, 'now'>,
  settings: Settings,
): Promise<Finding[]> {
  const gateway = smsGatewayOf(settings)
  if (!gateway) return []
  return [
    ...checkSetup(settings),
    ...checkAccount(await gateway.check(), now(), settings),
    ...((await withReady(settings, (db) => checkUse(db, now(), settings))) ?? []),
  ]
}

function checkSetup({ SMS_URL = '', SMS_MONTH_BUDGET, PUBLIC_URL }: Settings): Finding[] {
  const findings: Finding[] = []
  const warn = (what: string, todo: string) => void findings.push(warningFinding(what, todo))
  if (PUBLIC_URL === undefined) {
    warn('PUBLIC_URL is not set: SMS contain no links', 'Set it to the public address of the site.')
  }
  if (SMS_MONTH_BUDGET === undefined) {
    warn(
      'No budget for SMS is set, so a mistake can use up all the credit',
      'Set SMS_MONTH_BUDGET and SMS_DAY_CAP.',
    )
  }
  const { protocol, username, searchParams } = new URL(SMS_URL)
  if (isUnencrypted(searchParams.get('endpoint') ?? SMS_URL)) {
    warn('SMS_URL is http: key, numbers and texts travel unencrypted', 'Use https.')
  }
  if (protocol === 'africastalking:' && username === 'sandbox') {
    warn('SMS_URL is of the sandbox: no phone gets an SMS', 'Use the account of the live site.')
  }
  return findings
}

function checkAccount(
  check: GatewayCheck,
  now: number,
  { SMS_PRICE, SMS_CURRENCY }: Settings,
): Finding[] {
  if (check.result !== 'ok') {
    const isRefused = check.result === 'refused'
    const what = isRefused ? 'does not accept the key' : 'cannot be used'
    const todo = isRefused
      ? 'Check user and key in SMS_URL.'
      : 'Check the address in SMS_URL, and the network. Until then, e-mails go instead.'
    return [problemFinding(`The SMS gateway ${what} (${check.reply})`, todo)]
  }
  const { balance, time } = check
  const findings: Finding[] = []
  const [, currency, amount] = /^([A-Z]{3}) (-?[\d.]+)$/.exec(balance ?? '') ?? []
  if (currency !== undefined && currency !== SMS_CURRENCY) {
    const what = `The SMS gateway counts in ${currency}, and SMS_CURRENCY is ${SMS_CURRENCY}`
    findings.push(warningFinding(what, `Set SMS_CURRENCY to ${currency}, and SMS_PRICE with it.`))
  } else if (Number(amount) < fewestParts * SMS_PRICE) {
    const what = `The balance at the SMS gateway is ${balance}, and ${fewestParts} SMS cost more`
    findings.push(warningFinding(what, 'Pay into the account at the gateway.'))
  }
  const minutes = Math.round(Math.abs((time ?? now) - now) / minute)
  if (time !== undefined && Math.abs(time - now) > largestDifference) {
    const what = `The clocks of this machine and of the SMS gateway differ by ${minutes} minutes`
    findings.push(warningFinding(what, 'Synchronise the clock: timedatectl set-ntp true.'))
  }
  return findings
}

/** Checks the SMS that were sent: whether the sender ID is accepted, and reports arrive. */
async function checkUse(
  db: Database,
  now: number,
  { PUBLIC_URL = 'https://YOUR-SITE' }: Settings,
): Promise<Finding[]> {
  const refused = await db
    .selectFrom('sms_sender')
    .select('_id')
    .where('pauseTrouble', '=', 'sender refused')
    .where('pausedUntil', '>', before(now, day))
    .execute()
  const todo = 'Register it at the gateway, for every operator, or correct it in SMS_URL.'
  const findings = refused.map(() => problemFinding('The SMS gateway refuses the sender ID', todo))
  const { sent, reported } = await db
    .selectFrom('outbox')
    .select((column) => [
      column.fn.countAll<number | string>().as('sent'),
      column.fn.count<number | string>('delivered').as('reported'),
    ])
    .where('gatewayId', 'is not', null)
    .where('endedAt', '>', before(now, 7 * day))
    .where('endedAt', '<', before(now, hour))
    .executeTakeFirstOrThrow()
  if (Number(sent) === 0 || Number(reported) > 0) return findings
  const row = await db.selectFrom('sms_sender').select('secret').executeTakeFirst()
  const address = `${PUBLIC_URL}/api/sms/${row?.secret ?? 'SECRET'}/report`
  const what = `No SMS of the last week has a delivery report (sent: ${sent})`
  findings.push(warningFinding(what, `Register this address for delivery reports: ${address}`))
  return findings
}
