import { extraControl, extraFileControl } from '../../../contract/intake/extra-controls.ts'
import { paperRequired } from '../../../contract/intake/paper-answers.ts'
import type { PaperPurpose } from '../../../contract/intake/paper-kinds.ts'
import type { AskedPaper } from '../../../contract/intake/papers.ts'
import type { IntakesOnPage } from '../../../contract/intake/intakes-on-page.ts'
import { nameIn, type Language } from '../../../contract/language/languages.ts'
import type { Sentence } from '../../../contract/language/kiswahili.ts'
import { type ShownQuestions, shownQuestions } from '../../forms/shown-questions.ts'
import type { FormErrors } from '../../forms/use-form.ts'
import type { Values } from '../../forms/fields.tsx'
import type { I18n } from '../../lib/language.tsx'
import { longDate } from '../../lib/public-dates.ts'

/** An intake that the form can be sent to. */
export interface IntakeChoice {
  _id: string
  name: string
  /** The ids of the departments with places. Without any, every department takes part. */
  departments: string[]
  /** The days of the attachment. */
  startsOn: string
  endsOn: string
  /** True if the intake has closed, but forms that were begun before may still arrive. */
  isLate: boolean
  /** Its own questions, which the form asks besides the standard ones. */
  asked?: ShownQuestions
  /** What must be sent with an application; left out if it is nothing. */
  papers?: PaperChoice[]
}

/** A paper with its name in the language of the page. */
export interface PaperChoice {
  purpose: PaperPurpose
  name: string
}

/** The choices of the form; null if the foundation has no intakes. */
export function choicesIn(
  { hasAny, intakes }: IntakesOnPage,
  language: Language,
): IntakeChoice[] | null {
  if (!hasAny) return null
  return intakes
    .filter(({ phase }) => phase !== 'planned')
    .map((intake) => ({
      _id: intake._id,
      name: nameIn(language, intake),
      departments: intake.departments.map(({ _id }) => _id),
      startsOn: intake.startsOn,
      endsOn: intake.endsOn,
      isLate: intake.phase === 'late',
      ...(intake.questions && {
        asked: {
          number: intake.questions.number,
          questions: shownQuestions(intake.questions.questions, language),
        },
      }),
      ...(intake.papers.length > 0 && { papers: paperChoices(intake.papers, language) }),
    }))
}

export function paperChoices(papers: readonly AskedPaper[], language: Language): PaperChoice[] {
  return papers.map((paper) => ({ purpose: paper.purpose, name: nameIn(language, paper) }))
}

/** The papers that the intake of a form asks for. */
export function papersAskedBy(intake: unknown, choices: readonly IntakeChoice[] | null) {
  const [first, second] = choices ?? []
  const chosen = second ? choices?.find(({ _id }) => _id === intake) : first
  return chosen?.papers ?? []
}

/** The errors of papers that are missing; as the server says it. */
export function missingPapers(values: Values, asked: readonly PaperChoice[]) {
  const missing = asked.filter(({ purpose }) => !values[`papers.${purpose}`])
  return Object.fromEntries(missing.map(({ purpose }) => [`papers.${purpose}`, paperRequired]))
}

/** Departments that at least one of the intakes has places for. */
export function offeredDepartments<Department extends { _id: string }>(
  departments: Department[],
  choices: readonly IntakeChoice[] | null,
) {
  if (!choices || choices.some((choice) => choice.departments.length === 0)) return departments
  const ids = new Set(choices.flatMap((choice) => choice.departments))
  return choices.length > 0 ? departments.filter(({ _id }) => ids.has(_id)) : departments
}

/** The intake that the form names at first: the only one, or the only open one. */
export function initialIntake(choices: readonly IntakeChoice[]) {
  const open = choices.filter(({ isLate }) => !isLate)
  const [first, second] = open.length > 0 ? open : choices
  return first && !second ? first._id : ''
}

/** The intake that the form shows at first. */
export function intakeIn(choices: readonly IntakeChoice[], given: unknown) {
  return choices.find(({ _id }) => _id === given)?._id ?? initialIntake(choices)
}

/** The questions of the intake that answers are for. Without one, they are for the only one. */
export function askedBy(choices: readonly IntakeChoice[] | null, intake: unknown) {
  const only = choices?.length === 1 ? choices[0] : undefined
  const chosen = intake ? choices?.find(({ _id }) => _id === intake) : only
  return chosen?.asked
}

/** The ids of all questions of the intakes, as the form remembers them. */
export function idsIn(choices: readonly IntakeChoice[] | null) {
  const questions = (choices ?? []).flatMap(({ asked }) => asked?.questions ?? [])
  return questions.map(({ _id }) => _id).join(' ')
}

/** The field of an upload key, and its file control. */
export interface FileField {
  key: string
  file: string
}

export function extraFileFields(questions: readonly { _id: string; kind: string }[]) {
  return questions
    .filter(({ kind }) => kind === 'file')
    .map(({ _id }): FileField => ({ key: extraControl(_id), file: extraFileControl(_id) }))
}

/** The questions that a file answers. */
export function fileQuestionsOf(asked: ShownQuestions | undefined) {
  return (asked?.questions ?? []).filter(({ kind }) => kind === 'file')
}

/** The first answer about the start. Without intakes it is today. */
export function proposedStart(choices: readonly IntakeChoice[] | null) {
  if (!choices || choices.length === 0) return {}
  const initial = choices.find(({ _id }) => _id === initialIntake(choices))
  return { available_start_date: initial?.startsOn ?? '' }
}

/** The hint of the question for the start: the days of the intakes that can be chosen. */
export function startHint(choices: readonly IntakeChoice[], i18n: Pick<I18n, 't' | 'locale'>) {
  const [first, ...others] = choices
  if (!first) return undefined
  if (others.length === 0) {
    return i18n.t('The attachment is from {days}.', { days: attachmentDays(first, i18n) })
  }
  return choices.map((choice) => `${choice.name}: ${attachmentDays(choice, i18n)}`).join('; ')
}

/** The days of an attachment. */
export function attachmentDays(
  { startsOn, endsOn }: Pick<IntakeChoice, 'startsOn' | 'endsOn'>,
  { t, locale }: Pick<I18n, 't' | 'locale'>,
) {
  return t('{first} to {last}', {
    first: longDate(startsOn, locale),
    last: longDate(endsOn, locale),
  })
}

const noPlaces: Sentence = 'This intake has no places in this department'

/** The error if the chosen intake has no places in the chosen department; as the server says it. */
export function departmentError(
  { intake, department }: Values,
  choices: readonly IntakeChoice[] | null,
) {
  const chosen = choices?.find(({ _id }) => _id === intake)
  if (!chosen || chosen.departments.length === 0) return null
  if (chosen.departments.some((_id) => _id === department)) return null
  return { department: noPlaces }
}

const movedOn: Sentence =
  'You began these answers for an intake that is over. They now go to the intake named above.'
const chooseAgain: Sentence =
  'You began these answers for an intake that is over. Please choose another one.'
const choose: Sentence = 'Choose an intake from the list'

/** The error of a draft for an intake that is over; null without one. */
export function overIntake(
  { intake }: Values,
  choices: readonly IntakeChoice[] | null,
): FormErrors | null {
  if (!choices || choices.length === 0 || typeof intake !== 'string' || intake === '') return null
  if (choices.some(({ _id }) => _id === intake)) return null
  return choices.length === 1
    ? { message: movedOn, fields: {} }
    : { message: chooseAgain, fields: { intake: choose } }
}
