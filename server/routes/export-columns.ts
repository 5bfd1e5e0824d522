import type { Application } from '../../contract/application/application.ts'
import { contactWays } from '../../contract/application/contact-by.ts'
import { statusOf } from '../../contract/application/decision.ts'
import { documentPath } from '../../contract/document/documents.ts'
import { languageNames } from '../../contract/language/languages.ts'
import {
  type Question,
  type QuestionName,
  questionOf,
  typedAnswer,
} from '../../contract/application/questions.ts'
import {
  purposeLabels,
  staffOrder,
  staffQuestions,
} from '../../contract/application/staff-questions.ts'
import { timeInKenya } from '../../contract/time-zone.ts'
import { declineReasons } from '../../contract/application/decline-reasons.ts'
import type { Columns, ColumnList } from '../http/csv.ts'
import { inWords } from '../http/in-words.ts'
import type { IntakeQuestion } from '../../contract/intake/intake-questions.ts'
import type { Database } from '../database/tables.ts'
import { everyQuestion, setsOfIntake } from '../services/questions/question-sets.ts'

const statusColumns: Columns<Application> = {
  Status: (row) => inWords(statusOf(row)),
  Accepted: (row) => yesOrNo(row.is_accepted),
  'Decline Reason': (row) => row.declined_reason && declineReasons[row.declined_reason],
  'Decline Message': (row) => row.declined_message,
  'Declined At (EAT)': (row) => row.declinedAt && timeInKenya(row.declinedAt),
  'Withdrawn At (EAT)': (row) => row.withdrawnAt && timeInKenya(row.withdrawnAt),
}

/**
 * Columns of the intake. Planned decisions are left out: they may still change, and
 * an exported file is passed on to people who must not learn them before the applicants.
 */
const seasonColumns: Columns<Application> = {
  Intake: (row) => row.intake?.name ?? null,
  'Arrived Late': (row) => yesOrNo(row.arrivedLate),
  Offer: (row) => row.offer && inWords(row.offer.state),
  'Answer By (EAT)': (row) => row.offer && timeInKenya(row.offer.answerBy),
  'Answered At (EAT)': (row) => (row.offer?.answeredAt ? timeInKenya(row.offer.answeredAt) : null),
  'Waiting Rank': (row) => row.waiting && String(row.waiting.rank),
  Assignee: (row) => row.assignee?.name ?? null,
}

const paperColumns: Columns<Application> = {
  Papers: ({ papers }) =>
    papers
      .map(({ purpose, name, state }) => `${name ?? purposeLabels[purpose]}: ${state}`)
      .join('; ') || null,
  'Insurance Valid Until': ({ papers }) =>
    papers.find(({ purpose }) => purpose === 'insurance')?.validUntil ?? null,
}

/**
 * Columns of the questions and of the intake. Newer columns come last, so that the positions of others
 * stay. The columns of the status follow the column of `can_attend_onsite`.
 * Addresses of the back office begin with `publicUrl`, or with a slash if it is unset.
 */
export function applicationColumns(publicUrl = ''): Columns<Application> {
  return {
    'Reference ID': (row) => row.referenceId,
    ...Object.assign({}, ...staffOrder.flatMap((name) => answerColumns(name, publicUrl))),
    Language: (row) => languageNames[row.language],
    'Submitted At (EAT)': (row) => timeInKenya(row.createdAt),
    'Updated At (EAT)': (row) => timeInKenya(row.updatedAt),
    ...seasonColumns,
    'Contact By': (row) => contactWays[row.contact_by],
    Certification: (row) => row.course && row.course.certification,
    'Possibly Twice': (row) => yesOrNo(row.sameAs > 0),
    ...paperColumns,
  }
}

function answerColumns(name: QuestionName, publicUrl: string): Columns<Application>[] {
  const question = questionOf(name)
  const cell = cellOf(question.kind)
  const column = {
    [staffQuestions[name].heading]: (row: Application) =>
      typedIn(row, name) ?? cell(row[name]) ?? addressOf(row, question, publicUrl),
  }
  return name === 'can_attend_onsite' ? [column, statusColumns] : [column]
}

/** A typed institution or course, marked, because staff have not confirmed it. */
function typedIn(row: Application, name: QuestionName) {
  const typed = typedAnswer(name, row)
  return typed && `${typed} (not in the list)`
}

/** The address in the back office of the file that answers a question; null without a file. */
function addressOf(row: Application, question: Question, publicUrl: string) {
  const { purpose } = (question.kind === 'url' && question.document) || {}
  const document = row.documents.findLast((one) => one.purpose === purpose)
  return document ? `${publicUrl}${documentPath(row._id, document._id)}` : null
}

/** Returns the function that formats the answers to a kind of question as CSV cells. */
function cellOf(kind: Question['kind']): (answer: Application[QuestionName]) => string | null {
  if (kind === 'record') return (answer) => (answer ? Object(answer).name : 'N/A')
  if (kind === 'flag' || kind === 'agreement') return (answer) => yesOrNo(Boolean(answer))
  return (answer) => answer as string | null
}

function yesOrNo(value: boolean) {
  return value ? 'Yes' : 'No'
}

/**
 * The columns of the questions of an intake: those of the newest set first, then the stopped ones, then
 * those of older sets. None without an intake, because the intakes ask different questions.
 */
export async function questionColumns(
  db: Database,
  intake: string | undefined,
  taken: readonly string[],
  publicUrl = '',
): Promise<ColumnList<Application>> {
  if (intake === undefined || intake === 'none') return []
  const heading = uniqueHeading(taken)
  return everyQuestion(await setsOfIntake(db, intake)).map((question) => [
    heading(question.label),
    (row) => extraCellOf(row, question, publicUrl),
  ])
}

function extraCellOf({ _id, extra }: Application, question: IntakeQuestion, publicUrl: string) {
  const answer = extra.find((one) => one.question === question._id)
  if (answer?.kind !== 'file') return answer?.text ?? null
  return `${publicUrl}${documentPath(_id, String(answer.value))}`
}

/** Adds ' (2)' and so on to a heading that an earlier column has. */
function uniqueHeading(taken: readonly string[]) {
  const headings = new Set(taken)
  return (label: string) => {
    let heading = label
    for (let count = 2; headings.has(heading); count++) heading = `${label} (${count})`
    headings.add(heading)
    return heading
  }
}
