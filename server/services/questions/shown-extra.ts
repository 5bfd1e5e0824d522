import type { StoredExtra } from '../../../contract/intake/extra-answers.ts'
import type { IntakeQuestion } from '../../../contract/intake/intake-questions.ts'
import type { AttachmentsTable, Database } from '../../database/tables.ts'
import { type ExtraColumn, readExtra } from '../extra-column.ts'
import { askedIn, everyQuestion, setsOf, setsOfIntake, type StoredSet } from './question-sets.ts'

type Row = Pick<
  AttachmentsTable,
  | '_id'
  | 'intake'
  | 'extra'
  | 'offerState'
  | 'is_accepted'
  | 'is_archived'
  | 'declined_reason'
  | 'withdrawnAt'
>

/** The name of a document by its id. */
type FileNames = ReadonlyMap<string, string>

/** Reads the questions of applications. Returns a function that shows the answers of each. */
export async function extraReader(db: Database, rows: readonly Pick<Row, 'intake' | 'extra'>[]) {
  const earlier = rows.flatMap(({ extra }) =>
    Object.values(readExtra(extra)).map(({ intake }) => intake ?? null),
  )
  const sets = await setsOf(db, [...rows.map(({ intake }) => intake), ...earlier])
  const setsIn = (intake: string | null) => (intake && sets.get(intake)) || []
  return (row: Row, files: FileNames) => {
    const extra = readExtra(row.extra)
    return {
      extra: shownAnswers(extra, row.intake, setsIn, files),
      extraMissing: missingOf(row, extra, setsIn(row.intake)[0]).map(({ _id }) => _id),
    }
  }
}

function shownAnswers(
  extra: ExtraColumn,
  own: string | null,
  setsIn: (intake: string | null) => StoredSet[],
  files: FileNames,
): StoredExtra[] {
  const answered = Object.entries(extra).filter(([, { kind }]) => kind !== 'follow_up')
  if (answered.length === 0) return []
  const order = everyQuestion(setsIn(own)).map(({ _id }) => _id)
  return answered
    .map(([question, { value, set, kind, intake = own }]): StoredExtra => {
      const sets = setsIn(intake)
      const answeredSet = sets.find(({ number }) => number === set)
      const asked = answeredSet?.questions.find(({ _id }) => _id === question)
      return {
        question,
        label: asked?.label ?? 'A question of an earlier intake',
        kind: asked?.kind ?? (kind as StoredExtra['kind']),
        value,
        text: inWords(value, asked, extra, files),
        set,
      }
    })
    .toSorted((a, b) => placeIn(order, a.question) - placeIn(order, b.question))
}

/** The place in the order; those of other intakes are last. */
function placeIn(order: readonly string[], question: string) {
  const place = order.indexOf(question)
  return place === -1 ? order.length : place
}

/** An answer as staff read it, with the labels of the set that was answered. */
function inWords(
  value: StoredExtra['value'],
  question: IntakeQuestion | undefined,
  extra: ExtraColumn,
  files: FileNames,
) {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (question?.kind === 'file') return files.get(String(value)) ?? 'A file that is not here'
  const labels = new Map(question?.options.map(({ _id, label }) => [_id, label]))
  return [value]
    .flat()
    .map((one) => {
      const label = labels.get(String(one))
      const followUp = label && extra[String(one)]?.value
      return followUp ? `${label}: ${String(followUp)}` : (label ?? String(one))
    })
    .join('; ')
}

/** The number of required answers that are missing now. */
export async function countMissing(db: Database, row: Row) {
  const [newest] = await setsOfIntake(db, row.intake)
  return missingOf(row, readExtra(row.extra), newest).length
}

/** The required questions of the newest set that are asked now and have no answer. */
export function missingOf(
  row: Omit<Row, '_id' | 'intake' | 'extra'>,
  extra: ExtraColumn,
  newest: StoredSet | undefined,
): IntakeQuestion[] {
  const { withdrawnAt, declined_reason, is_archived, offerState } = row
  if (!newest || withdrawnAt !== null || declined_reason !== null || is_archived) return []
  const hasOffer = offerState === 'open' || offerState === 'confirmed'
  const asked = [...askedIn(newest, 'applying'), ...(hasOffer ? askedIn(newest, 'offer') : [])]
  return asked.filter(({ _id, required }) => required && !(_id in extra))
}
