import * as z from 'zod/mini'
import type { Sentence } from './language/kiswahili.ts'
import { digitsOf, phoneDigits, toAsciiPhone } from './phone-number.ts'
import { joinValues, splitValues } from './application/questions.ts'
import {
  notShown,
  tidyLine,
  tidyParagraph,
  unlessHuge,
  visible,
  withoutInvisible,
} from './tidy-text.ts'

/** Maximum lengths of stored texts, in UTF-16 code units. */
export const maxLength = { line: 200, email: 254, url: 2000, paragraph: 5000 } as const

// Messages of answers, which applicants read. Other messages in the contract are for staff.
const required: Sentence = 'Required'
const notListed: Sentence = 'Choose from the list'
const notYesOrNo: Sentence = 'Choose yes or no'
const notAnEmail: Sentence = 'Valid email required'
const notAnAddress: Sentence = 'Valid URL required'

/** The messages of texts that are too long, by length. Other lengths are those of texts of staff. */
const tooLongTexts: Partial<Record<number, Sentence>> = {
  200: 'Use at most 200 characters',
  254: 'Use at most 254 characters',
  2000: 'Use at most 2,000 characters',
  5000: 'Use at most 5,000 characters',
} satisfies Record<(typeof maxLength)[keyof typeof maxLength], Sentence>

/** Control characters, and lone surrogates: half of a UTF-16 pair without the other half. */
const unstorable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\p{Cs}]/u
const letter = /\p{L}/u
const letterOrDigit = /[\p{L}\p{N}]/u
/** An address must end in a letter or digit: people copy the comma or full stop after it. */
const emailPattern = /^[^\s@"<>]+@[^\s@"<>]+\.[^\s@"<>]*[\p{L}\p{M}\p{N}]$/u
const phonePattern = /^\(?\+?[\d\s().-]*$/
const dayPattern = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/

/** Refuses control characters and lone surrogates, for texts that only find something. */
export const storable = without(unstorable)
/** Refuses also bidi controls, private use and noncharacters, for texts that people read. */
const shownOnly = without(notShown)

/** A required line of text, tidied, by default at most 200 characters. It has a letter or digit. */
export const line = (message: string = required, max: number = maxLength.line) =>
  text(message, max, tidyLine, letterOrDigit)

/** The name of a person or thing: a required line with a letter. */
export const nameLine = () => text(required, maxLength.line, tidyLine, letter)

/** A required text of several lines, tidied, by default at most 5,000 characters. */
export const paragraph = (message: string = required, max: number = maxLength.paragraph) =>
  text(message, max, tidyParagraph, letterOrDigit)

/** An optional line may be of punctuation or emoji. If nothing of it is visible, it becomes null. */
export const optionalLine = (max: number = maxLength.line) =>
  optional(text(required, max, tidyLine, visible))

/** An optional text of several lines. */
export const optionalParagraph = (max: number = maxLength.paragraph) =>
  optional(text(required, max, tidyParagraph, visible))

function text(message: string, max: number, tidy: (value: string) => string, pattern: RegExp) {
  return z
    .string(message)
    .check(
      z.overwrite(unlessHuge(max, tidy)),
      z.minLength(1, message),
      z.maxLength(max, { error: tooLong(max) }),
      shownOnly,
      z.regex(pattern, message),
    )
}

/** Tidies what is copied, an e-mail address for example: one line without invisible characters. */
export const copied = (max: number) =>
  z.overwrite<string>(unlessHuge(max, (value) => tidyLine(withoutInvisible(value))))

/** Tidies an e-mail address. The sign-in uses it without the other checks. */
export const tidyAddress = [copied(maxLength.email), z.toLowerCase()] as const

/** An e-mail address in lower case, without invisible characters. */
export const email = (message: string = notAnEmail) =>
  z.string(message).check(
    ...tidyAddress,
    // The regular expression takes quadratic time, so the length is checked first.
    z.maxLength(maxLength.email, { error: tooLong(maxLength.email), abort: true }),
    z.regex(emailPattern, message),
    shownOnly,
  )

/** A phone number as typed (07…, 01…, +254 …), in ASCII. */
export const phone = () =>
  z.string(required).check(
    z.overwrite(unlessHuge(maxLength.line, tidyPhone)),
    z.minLength(1, required),
    z.maxLength(maxLength.line, { error: tooLong(maxLength.line), abort: true }),
    z.refine((value) => phonePattern.test(value) && hasPhoneDigits(value), {
      error: 'Enter a phone number, like 0712 345 678 or +254 712 345 678' satisfies Sentence,
    }),
    storable,
  )

/** A host with a dot, perhaps a port, and the rest of the address. */
const hostFirst = /^([\p{L}\p{M}\p{N}-]+\.)+\p{L}[\p{L}\p{M}\p{N}-]+(:\d+)?([/?#]|$)/u
const fileName = /^[^/]*\.(pdf|docx?|odt|rtf|txt|jpe?g|png|heic)$/i

/** A URL that is safe as a link: http or https, and a host. An address without scheme gets https. */
export const url = () =>
  z
    .string(notAnAddress)
    .check(
      z.overwrite(unlessHuge(maxLength.url, (value) => withScheme(withoutInvisible(value)))),
      z.refine(isWebAddress, { error: notAnAddress }),
      z.maxLength(maxLength.url, { error: tooLong(maxLength.url) }),
      shownOnly,
    )

/**
 * A calendar day as YYYY-MM-DD. An ISO 8601 time is accepted, too: its first ten characters are the
 * day, whatever its time zone.
 */
export const day = () =>
  z.string(required).check(
    z.trim(),
    z.minLength(1, required),
    z.refine(isRealDay, { error: 'Enter a real date, like 2004-03-27' satisfies Sentence }),
    z.overwrite((value) => value.slice(0, 10)),
  )

/** Exactly one of a fixed list of values. */
export const choice = <const T extends readonly string[]>(values: T, message: string = required) =>
  z.enum(values, message)

/**
 * Several of a fixed list of values. The input is an array, or one text with '; ' between values.
 * The output is one text in the order of the fixed list, or null if nothing is chosen.
 */
export const choices = <const T extends readonly string[]>(values: T, isOptional: boolean) =>
  z.pipe(
    z.pipe(
      z.nullish(z.union([z.string(), z.array(z.string())], notListed)),
      z.transform((sent) => (typeof sent === 'string' ? splitValues(sent) : (sent ?? []))),
    ),
    z.pipe(
      z.array(z.enum(values, notListed)).check(z.minLength(isOptional ? 0 : 1, required)),
      z.transform((chosen) => {
        return joinValues(values.filter((value) => chosen.includes(value))) || null
      }),
    ),
  )

/** An optional text. It becomes null if it is missing, or if nothing of it is visible. */
export const optional = <T extends z.ZodMiniType<string, string>>(schema: T) =>
  z.pipe(
    z.pipe(
      z.nullish(z.string('Use a text' satisfies Sentence)),
      z.transform((value) => (value && visible.test(value) ? value.trim() : null)),
    ),
    z.nullable(schema),
  )

/** A query parameter that must be one of these words. */
export const oneOf = <const T extends readonly string[]>(words: T) =>
  z.enum(words, `Use one of: ${words.join(', ')}`)

/** A boolean. A missing or null value becomes `fallback`. */
export const flag = (fallback: boolean) =>
  z._default(
    z.pipe(
      z.pipe(
        z.nullable(z.boolean(notYesOrNo)),
        z.transform((value) => value ?? fallback),
      ),
      z.boolean(),
    ),
    fallback,
  )

/** A boolean that may be left out. A null value counts as left out. */
export const optionalFlag = () =>
  z.optional(
    z.pipe(
      z.pipe(
        z.nullable(z.boolean(notYesOrNo)),
        z.transform((value) => value ?? undefined),
      ),
      z.optional(z.boolean()),
    ),
  )

/** The `_id` of a record: a UUID, stored and compared in lower case. */
export const id = z.uuid(notListed).check(z.toLowerCase())

/** A reference in a request body: an id, or an object with `_id`. The output is the id. */
export const reference = () =>
  z.pipe(
    z.union([z.string(), z.looseObject({ _id: z.string() })], required),
    z.pipe(
      z.transform((value: string | { _id: string }) =>
        (typeof value === 'string' ? value : value._id).trim().toLowerCase(),
      ),
      z.string().check(
        // Without `abort`: an aborted field would skip the checks of the whole form.
        z.refine((value) => value !== '', { error: required }),
        z.refine((value) => value === '' || id.safeParse(value).success, {
          error: notListed,
        }),
      ),
    ),
  )

/** A reference in an answer: the id and the name of a record, or null if there is none. */
export const nameRef = z.nullable(z.object({ _id: id, name: z.string() }))

/** A time in UTC, ISO 8601. */
export const timestamp = z.iso.datetime()

const likeThis = 'Use a time like 2026-03-02T00:00:00+03:00'

/** A time with its time zone, in a query. The output is in UTC. */
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

/** An address typed without scheme, with https. Any other text, such as a file name, stays as it is. */
export function withScheme(value: string) {
  return hostFirst.test(value) && !fileName.test(value) ? `https://${value}` : value
}

/** The same as `URL.canParse`, which phones of 2023 lack. */
function isUrl(value: string) {
  try {
    return Boolean(new URL(value))
  } catch {
    return false
  }
}

/** Refuses texts in which this pattern finds something. */
function without(pattern: RegExp) {
  return z.refine<string>((value) => !pattern.test(value), {
    error: 'Remove the characters that cannot be shown' satisfies Sentence,
  })
}

function tidyPhone(value: string) {
  return tidyLine(toAsciiPhone(value))
}

function hasPhoneDigits(value: string) {
  const { length } = digitsOf(value)
  return length >= phoneDigits.fewest && length <= phoneDigits.most
}

function isRealDay(value: string) {
  const date = dayPattern.exec(value)?.[1]
  if (!date || !isDayInReach(date)) return false
  const time = Date.parse(`${date}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date)
}

/** Whether a day is in the range that every database and calendar supports. */
function isDayInReach(date: string) {
  return date >= '1900-01-01' && date <= '2100-12-31'
}

/** Makes the message on first use: the first number format of a locale needs 8 MB of memory. */
function tooLong(max: number) {
  return () => tooLongTexts[max] ?? `Use at most ${max.toLocaleString('en')} characters`
}
