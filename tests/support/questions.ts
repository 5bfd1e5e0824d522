import { api } from '../../contract/api.ts'
import type {
  IntakeQuestion,
  IntakeQuestionInput,
  IntakeQuestions,
  QuestionSet,
} from '../../contract/intake/intake-questions.ts'
import type { Ask } from './api.ts'

type Given = Partial<Omit<IntakeQuestionInput, 'options'>> & { options?: object[] }

/** A question as staff type it: a line, unless `kind` says more. */
export function question(label: string, more: Given = {}) {
  return { kind: 'line', label, ...more }
}

/** The options of a question, from their labels. */
export const optionsOf = (...labels: string[]) => labels.map((label) => ({ label }))

/** Functions that edit the questions of intakes. */
export function questionEditors(ask: Ask, token: string) {
  const read = async (id: string) =>
    (await ask(api.intakeQuestions.get, { token, id })).body as IntakeQuestions
  const save = async (id: string, questions: object[], updatedAt?: string | null) => {
    const at = updatedAt === undefined ? (await read(id)).draft.updatedAt : updatedAt
    return ask(api.intakeQuestions.save, { token, id, body: { questions, updatedAt: at } })
  }
  const publish = async (id: string) =>
    (await ask(api.intakeQuestions.publish, { token, id })).body as QuestionSet
  return {
    read,
    save,
    publish,

    /** Saves and publishes questions. Returns the set. */
    ask: async (id: string, questions: object[]) => {
      await save(id, questions)
      return publish(id)
    },
  }
}

/** The question with a label. */
export function labelled({ questions }: { questions: IntakeQuestion[] }, label: string) {
  return questions.find((one) => one.label === label)!
}
