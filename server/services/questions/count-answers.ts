import type { Funnel } from '../../../contract/intake/funnel.ts'
import type { Database } from '../../database/tables.ts'
import { everyQuestion, setsOfIntake } from './question-sets.ts'

type Counted = Funnel['questions'][number]

/** Counts the answers to the questions of an intake by option, in the order of the newest set. */
export async function countAnswers(db: Database, intake: string): Promise<Counted[]> {
  const sets = await setsOfIntake(db, intake)
  const counted: Counted[] = []
  for (const { _id, label, kind, stopped } of everyQuestion(sets)) {
    if (kind !== 'yes_no' && kind !== 'choice' && kind !== 'choices') continue
    const rows = await db
      .selectFrom('extra_values')
      .select(['value', ({ fn }) => fn.countAll<number>().as('count')])
      .where('question', '=', _id)
      .groupBy('value')
      .execute()
    const counts = new Map(rows.map(({ value, count }) => [value, count]))
    const labels = new Map<string, string>(kind === 'yes_no' ? yesAndNo : [])
    // An option that was removed keeps its answers; it stands after the others.
    for (const { questions } of sets) {
      const options = questions.find((one) => one._id === _id)?.options ?? []
      for (const one of options) if (!labels.has(one._id)) labels.set(one._id, one.label)
    }
    const options = [...labels].map(([value, name]) => {
      return { value, label: name, count: counts.get(value) ?? 0 }
    })
    counted.push({ question: _id, label, kind, stopped, options })
  }
  return counted
}

const yesAndNo = new Map([
  ['true', 'Yes'],
  ['false', 'No'],
])
