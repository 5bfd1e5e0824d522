import type { ComponentProps } from 'react'
import {
  begunWithControl,
  extraControl,
  questionSetControl,
  questionsOfControl,
} from '../../../contract/intake/extra-controls.ts'
import { DocumentField, type DocumentFiles } from '../../forms/document-field.tsx'
import type { Values } from '../../forms/fields.tsx'
import { IntakeQuestionFields } from '../../forms/intake-question-fields.tsx'
import { type ShownQuestion, wordsOf } from '../../forms/shown-questions.ts'
import type { Messages } from '../../forms/use-form.ts'
import { useLanguage } from '../../lib/language.tsx'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { Hint } from '../../ui/field.tsx'
import { FilesLater, Section } from './form-sections.tsx'
import type { IntakeChoice } from './intake-choices.ts'
import { questionSection, questionSectionTitle } from './question-section.ts'

interface Props {
  choices: readonly IntakeChoice[]
  /** The chosen intake. */
  intake: string
  defaults: Values
  errors: Messages
  documents: DocumentFiles
  begunWith: string
  added: number
}

/**
 * The questions of the chosen intake. With scripts, those of the other intakes stand in the form, too,
 * but are hidden: answers stay if another intake is chosen meanwhile.
 */
export function IntakeQuestions({ choices, intake, begunWith, ...props }: Props) {
  const isHydrated = useHydrated()
  const asking = choices.filter(({ asked }) => asked)
  if (asking.length === 0) return null
  return (
    <>
      {isHydrated ? <input type="hidden" name={begunWithControl} value={begunWith} /> : null}
      {asking
        .filter(({ _id }) => isHydrated || _id === intake)
        .map((choice) => (
          <QuestionsOf
            key={choice._id}
            {...props}
            choice={choice}
            isChosen={choice._id === intake}
            isOnly={choices.length === 1}
          />
        ))}
    </>
  )
}

interface QuestionsOfProps extends Omit<Props, 'choices' | 'intake' | 'begunWith'> {
  choice: IntakeChoice
  isChosen: boolean
  /** Whether the form offers no other intake. */
  isOnly: boolean
}

function QuestionsOf({ choice, isChosen, isOnly, ...props }: QuestionsOfProps) {
  const { t } = useLanguage()
  const { defaults, errors, documents, added } = props
  const { number, questions } = choice.asked!
  return (
    <Section
      id={isChosen ? questionSection : undefined}
      title={t(questionSectionTitle)}
      hidden={!isChosen}
    >
      {isChosen ? <input type="hidden" name={questionSetControl} value={number} /> : null}
      {isChosen && !isOnly ? (
        <input type="hidden" name={questionsOfControl} value={choice._id} />
      ) : null}
      <AddedQuestions count={isChosen ? added : 0} />
      <IntakeQuestionFields
        {...{ questions, defaults, errors }}
        file={(question, words) =>
          fileField(question, words, { documents, error: errors[extraControl(question._id)] })
        }
      />
    </Section>
  )
}

type Words = Parameters<ComponentProps<typeof IntakeQuestionFields>['file']>[1]

function fileField(
  { _id, label, required }: ShownQuestion,
  words: Words,
  shared: Pick<ComponentProps<typeof DocumentField>, 'documents' | 'error'>,
) {
  const key = extraControl(_id)
  const question = { name: key, key, purpose: 'question' } as const
  const about = wordsOf(label)
  return <FileQuestion key={_id} {...{ words, shared, question, about }} isOptional={!required} />
}

interface FileQuestionProps {
  words: Words
  question: ComponentProps<typeof DocumentField>['question']
  about: string
  shared: Parameters<typeof fileField>[2]
  isOptional: boolean
}

function FileQuestion({ words, question, about, shared, isOptional }: FileQuestionProps) {
  const { t } = useLanguage()
  return (
    <fieldset className="min-w-0">
      <legend className="font-sans font-semibold">
        {words.label}
        {isOptional ? (
          <span className="font-normal text-muted">{` ${t('(optional)')}`}</span>
        ) : null}
      </legend>
      {words.hint ? <Hint>{words.hint}</Hint> : null}
      <FilesLater />
      <DocumentField {...{ question, about }} {...shared} />
    </fieldset>
  )
}

/** Says how many questions were added since the answers were begun. */
export function AddedQuestions({ count }: { count: number }) {
  const { t } = useLanguage()
  if (count === 0) return null
  return (
    <p className="border-l-4 border-mango-400 pl-4 font-semibold">
      {count === 1
        ? t('1 question was added since you began.')
        : t('{count} questions were added since you began.', { count })}
    </p>
  )
}
