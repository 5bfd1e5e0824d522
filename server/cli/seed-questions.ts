import { type IntakeQuestion, newQuestion } from '../../contract/intake/intake-questions.ts'
import type { AttachmentsTable, Tables } from '../database/tables.ts'
import { storedAnswers, writeExtra } from '../services/extra-column.ts'

const transport = [
  { _id: 'seed0matat', label: 'Matatu', label_sw: 'Matatu' },
  { _id: 'seed0ferry', label: 'Ferry', label_sw: 'Feri' },
  { _id: 'seed0af00t', label: 'On foot', label_sw: 'Kwa miguu' },
]

const questions: IntakeQuestion[] = [
  {
    ...newQuestion,
    _id: 'seed0apt0p',
    kind: 'yes_no',
    label: 'Do you have a laptop?',
    label_sw: 'Je, una kompyuta ya mkononi?',
  },
  {
    ...newQuestion,
    _id: 'seed0trave',
    kind: 'choice',
    label: 'How would you travel to us?',
    label_sw: 'Utasafiri vipi kufika kwetu?',
    options: transport,
  },
  {
    ...newQuestion,
    _id: 'seed0h0bby',
    label: 'What do you do in your free time?',
    label_sw: 'Unafanya nini wakati wako wa mapumziko?',
  },
]

const hobbies = ['I swim', 'Football', 'I sew', 'Chess', 'I write poems']

/** The questions of a fake intake, published when it opened. */
export function fakeQuestionSet(intake: string, publishedAt: string): Tables['question_sets'] {
  const set = { intake, number: 1, publishedAt, publishedBy: null }
  return { ...set, questions: JSON.stringify(questions) }
}

/** The answers of a fake application. `index` decides; some people leave questions empty. */
export function fakeExtra(index: number): AttachmentsTable['extra'] {
  const answers = {
    ...(index % 7 !== 0 && { seed0apt0p: index % 3 !== 0 }),
    seed0trave: transport[index % transport.length]!._id,
    ...(index % 2 === 0 && { seed0h0bby: hobbies[index % hobbies.length]! }),
  }
  return writeExtra(storedAnswers({ number: 1, questions }, answers))
}
