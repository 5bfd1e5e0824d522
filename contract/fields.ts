import * as z from 'zod/mini'

/** Longest texts that are stored, in UTF-16 code units. */
export const maxLength = { line: 200, email: 254, url: 2000, paragraph: 5000 } as const

/** Control characters, and surrogates that stand alone. */
const notShown = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\p{Cs}]/u
/** It ends in a letter or digit: a comma or full stop was copied along. */
const emailPattern = /^[^\s@"<>]+@[^\s@"<>]+\.[^\s@"<>]*[\p{L}\p{M}\p{N}]$/u
const phonePattern = /^\(?\+?[\d\s().-]*$/
const dayPattern = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/

/** Refuses what a database cannot hold or a screen cannot show: control characters, lone surrogates. */
export const storable = z.refine<string>((value) => !notShown.test(value), {
  error: 'Remove the characters that cannot be shown',
})

/** A required line of text: trimmed, in NFC, at most 200 characters. */
export const line = (message = 'Required', max: number = maxLength.line) =>
  z
    .string(message)
    .check(
      z.overwrite(unlessHuge(max, tidyLine)),
      z.minLength(1, message),
      z.maxLength(max, { error: tooLong(max) }),
      storable,
    )

/** A required text of several lines: trimmed, line breaks as \n, at most 5,000 characters. */
export const paragraph = (message = 'Required', max: number = maxLength.paragraph) =>
  z
    .string(message)
    .check(
      z.overwrite(unlessHuge(max, tidyParagraph)),
      z.minLength(1, message),
      z.maxLength(max, { error: tooLong(max) }),
      storable,
    )

/** An e-mail address, without what nobody sees, in lower case. */
export const email = (message = 'Valid email required') =>
  z.string(message).check(
    z.overwrite(unlessHuge(maxLength.email, tidyCopied)),
    z.toLowerCase(),
    // The pattern takes quadratic time, so it never meets a long text.
    z.maxLength(maxLength.email, { error: tooLong(maxLength.email), abort: true }),
    z.regex(emailPattern, message),
    storable,
  )

/** A phone number as people write it (07…, 01…, +254 …), kept as typed but for what nobody sees. */
export const phone = () =>
  z.string('Required').check(
    z.overwrite(unlessHuge(maxLength.line, tidyCopied)),
    z.minLength(1, 'Required'),
    z.maxLength(maxLength.line, { error: tooLong(maxLength.line), abort: true }),
    z.refine((value) => phonePattern.test(value) && hasPhoneDigits(value), {
      error: 'Enter a phone number, like 0712 345 678 or +254 712 345 678',
    }),
    storable,
  )

const notAnAddress = 'Valid URL required'

/** An address on the web: http or https and a host, so that it can safely be a link. */
export const url = () =>
  z
    .string(notAnAddress)
    .check(
      z.overwrite(unlessHuge(maxLength.url, withoutUnseen)),
      z.refine(isWebAddress, { error: notAnAddress }),
      z.maxLength(maxLength.url, { error: tooLong(maxLength.url) }),
      storable,
    )

/**
 * A calendar day as YYYY-MM-DD. A full ISO 8601 time is accepted too and stands for the day it
 * names as written, whatever its zone.
 */
export const day = () =>
  z.string('Required').check(
    z.trim(),
    z.minLength(1, 'Required'),
    z.refine(isRealDay, { error: 'Enter a real date, like 2004-03-27' }),
    z.overwrite((value) => value.slice(0, 10)),
  )

/** One of a fixed list of values. */
export const choice = <const T extends readonly string[]>(values: T, message = 'Required') =>
  z.enum(values, message)

/** A text or nothing: what is missing, null or empty becomes null. */
export const optional = <T extends z.ZodMiniType<string, string>>(schema: T) =>
  z.pipe(
    z.pipe(
      z.nullish(z.string('Use a text')),
      z.transform((value) => value?.trim() || null),
    ),
    z.nullable(schema),
  )

/** One of some words in a query. */
export const oneOf = <const T extends readonly string[]>(words: T) =>
  z.enum(words, `Use one of: ${words.join(', ')}`)

/** A choice that is true or false; `fallback` where it is missing or null. */
export const flag = (fallback: boolean) =>
  z._default(
    z.pipe(
      z.pipe(
        z.nullable(z.boolean('Choose yes or no')),
        z.transform((value) => value ?? fallback),
      ),
      z.boolean(),
    ),
    fallback,
  )

/** The `_id` of a record: a UUID, in lower case as it is stored and compared. */
export const id = z.uuid('Choose from the list').check(z.toLowerCase())

/** A reference to a record in a body: its id, or an object that carries `_id`. The id comes out. */
export const reference = () =>
  z.pipe(
    z.union([z.string(), z.looseObject({ _id: z.string() })], 'Required'),
    z.pipe(
      z.transform((value: string | { _id: string }) =>
        (typeof value === 'string' ? value : value._id).trim().toLowerCase(),
      ),
      z.string().check(
        z.refine((value) => value !== '', { error: 'Required', abort: true }),
        z.refine((value) => id.safeParse(value).success, { error: 'Choose from the list' }),
      ),
    ),
  )

/** A reference in an answer, or null where an imported record has none. */
export const nameRef = z.nullable(z.object({ _id: id, name: z.string() }))

/** A moment in UTC, ISO 8601. */
export const timestamp = z.iso.datetime()

const likeThis = 'Use a time like 2026-03-02T00:00:00+03:00'

/** A moment in a query, with its zone; compared as UTC. */
export const moment = z.pipe(
  z.iso
    .datetime({ offset: true, error: likeThis })
    .check(z.refine((value) => isDayInReach(value.slice(0, 10)), { error: likeThis })),
  z.transform((value) => new Date(value).toISOString()),
)

/** Whether a text is a link that a browser may follow: http or https with a host. */
export function isWebAddress(value: string) {
  return /^https?:\/\/[^\s/]/i.test(value) && !/\s/.test(value) && isUrl(value)
}

/** As `URL.canParse`, which phones of 2023 lack. */
function isUrl(value: string) {
  try {
    return Boolean(new URL(value))
  } catch {
    return false
  }
}

/** Leaves alone what is too long by far: NFC takes quadratic time on some texts. */
function unlessHuge(max: number, tidy: (value: string) => string) {
  return (value: string) => {
    const trimmed = value.trim()
    return trimmed.length > 2 * max ? trimmed : tidy(trimmed)
  }
}

function tidyLine(value: string) {
  return value.normalize('NFC').replaceAll(/\s+/g, ' ').trim()
}

/** Phones copy marks along that nobody sees, such as those of the direction around a number. */
function tidyCopied(value: string) {
  return tidyLine(withoutUnseen(value))
}

function withoutUnseen(value: string) {
  return value.replaceAll(/\p{Cf}/gu, '').trim()
}

/** Word processors break lines in ways of their own. */
function tidyParagraph(value: string) {
  return value
    .normalize('NFC')
    .replaceAll(/\r\n?|[\v\f\u2028\u2029]/g, '\n')
    .trim()
}

function hasPhoneDigits(value: string) {
  const digits = value.replaceAll(/\D/g, '').length
  return digits >= 7 && digits <= 15
}

function isRealDay(value: string) {
  const day = dayPattern.exec(value)?.[1]
  if (!day || !isDayInReach(day)) return false
  const time = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day)
}

/** What every database and calendar knows. */
function isDayInReach(day: string) {
  return day >= '1900-01-01' && day <= '2100-12-31'
}

/** Worded when it is said: a number in words of a locale costs a server 8 MB, the first time. */
function tooLong(max: number) {
  return () => `Use at most ${max.toLocaleString('en')} characters`
}
