const locale = 'en-GB'
const zone = 'Africa/Nairobi'

const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: zone })
const full = new Intl.DateTimeFormat(locale, {
  dateStyle: 'full',
  timeStyle: 'long',
  timeZone: zone,
})
const short = new Intl.DateTimeFormat(locale, {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: zone,
})

/** A moment as people in Kenya read it: 3 Mar 2026. */
export const formatDay = (moment: string) => day.format(new Date(moment))

/** 3 Mar 2026, 14:05 */
export const formatMoment = (moment: string) => short.format(new Date(moment))

/** The whole truth: Tuesday 3 March 2026 at 14:05:09 EAT */
export const formatFully = (moment: string) => full.format(new Date(moment))

/** A calendar day, YYYY-MM-DD, as people read it. */
export const formatDate = (date: string) => day.format(new Date(`${date}T12:00:00Z`))
