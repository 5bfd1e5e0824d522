/** The words of SMS gateways for a failed delivery, in plain English. */
const words: Record<string, string> = {
  AbsentSubscriber: 'the phone was off or out of reach',
  DeliveryFailure: 'the phone was off, out of reach or full',
  DoNotDisturbRejection: 'the phone number refuses SMS from organizations',
  Expired: 'the phone was off or out of reach for too long',
  InsufficientCredit: 'the account at the gateway has no credit',
  NotNetworkSubscriber: 'the phone number has moved to another network',
  UserAccountSuspended: 'the phone number is suspended',
  UserDoesNotExist: 'there is no such phone number',
  UserInBlackList: 'the phone number is on a block list',
  UserIsInactive: 'the phone number is not in use',
  UserNotSubscribedToProduct: 'the phone number has not subscribed to our sender ID',
}

/** Spellings differ between gateways, such as UserInBlacklist. */
const byKey = new Map(Object.entries(words).map(([word, plain]) => [word.toLowerCase(), plain]))

/** Plain words for the reason that a gateway reports; undefined for an unknown one. */
export function failureWords(reason: string | null) {
  return byKey.get((reason ?? '').toLowerCase())
}
