import type { Application } from '../../contract/application/application.ts'
import { documentPath } from '../../contract/document/documents.ts'
import type { IntakeQuestion } from '../../contract/intake/intake-questions.ts'
import type { ColumnList } from '../http/csv.ts'
import type { Database } from '../database/tables.ts'
import { everyQuestion, setsOfIntake } from '../services/questions/question-sets.ts'

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
    (row) => cellOf(row, question, publicUrl),
  ])
}

function cellOf({ _id, extra }: Application, question: IntakeQuestion, publicUrl: string) {
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
