import type { Language } from '../../../contract/language/languages.ts'
import type { LetterKind } from '../../../contract/intake/letter-kinds.ts'
import texts from './letter-texts.json' with { type: 'json' }

/** The texts of letters in one language. Names in braces are placeholders. */
interface LetterTexts extends Record<LetterKind, TextsOfKind> {
  /** `{person}` in a paragraph, for a student whose institution is known. */
  student: string
  facts: Record<LetterFact, string>
  bringTitle: string
  /** The list of things to bring, in acceptance letters. */
  bring: string[]
  closing: string
  stamp: string
  /** Alternative text of the QR code. */
  qrCode: string
  checkTitle: string
  check: string
  issuedOn: string
}

interface TextsOfKind {
  /** The begin of the file's name, before the name of the person. */
  fileName: string
  title: string
  /** Empty for a certificate. */
  greeting: string
  paragraphs: string[]
}

export const letterFactNames = ['department', 'startsOn', 'endsOn', 'supervisor'] as const

export type LetterFact = (typeof letterFactNames)[number]

/** A missing text does not compile. */
export const letterTexts: Record<Language, LetterTexts> = texts
