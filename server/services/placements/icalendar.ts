import { addDays } from '../../../contract/time-zone.ts'

/** An event of a whole day (YYYY-MM-DD), or at a time (ISO 8601 in UTC). */
export interface CalendarEvent {
  /** The same for the same event in each version of the feed. */
  uid: string
  day?: string
  time?: string
  summary: string
}

/** Renders a calendar as iCalendar (RFC 5545). Calendar programs ask for it again every hour. */
export function renderCalendar(name: string, events: CalendarEvent[], createdAt: string) {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//foundation//placements//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escapeText(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...events.flatMap((event) => linesOf(event, createdAt)),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${fold(line)}\r\n`).join('')
}

function linesOf({ uid, day, time, summary }: CalendarEvent, createdAt: string) {
  const when = day
    ? [`DTSTART;VALUE=DATE:${compact(day)}`, `DTEND;VALUE=DATE:${compact(addDays(day, 1))}`]
    : [`DTSTART:${compactTime(time ?? createdAt)}`]
  return [
    'BEGIN:VEVENT',
    `UID:${uid}@foundation`,
    `DTSTAMP:${compactTime(createdAt)}`,
    ...when,
    `SUMMARY:${escapeText(summary)}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
}

function compact(day: string) {
  return day.replaceAll('-', '')
}

/** 20260907T060000Z */
function compactTime(time: string) {
  return `${time.slice(0, 19).replaceAll(/[-:]/g, '')}Z`
}

function escapeText(text: string) {
  return text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/\r?\n/g, String.raw`\n`)
}

/** Folds a line after at most 75 bytes, between characters. Each further line begins with a space. */
function fold(line: string) {
  const folded: string[] = []
  let current = ''
  let bytes = 0
  for (const character of line) {
    const length = Buffer.byteLength(character)
    if (bytes + length > longestLine) {
      folded.push(current)
      current = ' '
      bytes = 1
    }
    current += character
    bytes += length
  }
  return [...folded, current].join('\r\n')
}

const longestLine = 75
