import { messageDeclarations, type MessageKind } from '../../../contract/message/message.ts'
import { dayInKenya, startOfDayInKenya, timeInKenya } from '../../../contract/time-zone.ts'

/** The hours in Kenya in which SMS are sent: from 07:00 to 20:00. */
const [firstHour, lastHour] = [7, 20]

/** The end of the quiet hours (ISO 8601) if a message has to wait for it at a time; else undefined. */
export function quietUntil(kind: MessageKind, time: number) {
  if ('isAskedFor' in messageDeclarations[kind]) return undefined
  const hour = Number(timeInKenya(time).slice(11, 13))
  if (hour >= firstHour && hour < lastHour) return undefined
  const hours = hour < firstHour ? firstHour : firstHour + 24
  const startOfDay = Date.parse(startOfDayInKenya(dayInKenya(time)))
  return new Date(startOfDay + hours * 60 * 60 * 1000).toISOString()
}
