import type { Language } from '../../../contract/language/languages.ts'
import texts from './letter-texts.json' with { type: 'json' }

/**
 * The texts of letters. Names in braces are placeholders. A text that one language lacks does not compile.
 * `fileName` is the begin of a file's name, before the name of the person. `{person}` in a paragraph is
 * `student`, if the institution is known. `bring` is in acceptance letters. `qrCode` is an alternative text.
 */
export const letterTexts: Record<Language, (typeof texts)['en']> = texts

export const letterFactNames = ['department', 'startsOn', 'endsOn', 'supervisor'] as const
