const day = formatter({ dateStyle: 'medium' })
const full = formatter({ dateStyle: 'full', timeStyle: 'long' })
const short = formatter({ dateStyle: 'medium', timeStyle: 'short' })

/** A moment as people in Kenya read it: 3 Mar 2026. */
export const formatDay = (moment: string) => day(new Date(moment))

/** 3 Mar 2026, 14:05 */
export const formatMoment = (moment: string) => short(new Date(moment))

/** The whole truth: Tuesday 3 March 2026 at 14:05:09 EAT */
export const formatFully = (moment: string) => full(new Date(moment))

/** A calendar day, YYYY-MM-DD, as people read it. */
export const formatDate = (date: string) => day(new Date(`${date}T12:00:00Z`))

/** Made when it is first used, which on the server it is not: there it would cost 8 MB. */
function formatter(options: Intl.DateTimeFormatOptions) {
  let made: Intl.DateTimeFormat | undefined
  return (moment: Date) => {
    made ??= new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'Africa/Nairobi' })
    return made.format(moment)
  }
}
