import {
  begunWithControl,
  extraControl,
  questionSetControl,
  questionsOfControl,
} from '../../../contract/intake/extra-controls.ts'
import type { DocumentFiles } from '../../forms/document-field.tsx'
import { ExtraFileQuestion } from '../../forms/extra-file-question.tsx'
import type { Values } from '../../forms/fields.tsx'
import { IntakeQuestionFields } from '../../forms/intake-question-fields.tsx'
import type { Messages } from '../../forms/use-form.ts'
import { useLanguage } from '../../lib/language.tsx'
import { useHydrated } from '../../lib/use-hydrated.ts'
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
        renderFile={(question, words) => (
          <ExtraFileQuestion
            key={question._id}
            {...{ question, words, documents }}
            error={errors[extraControl(question._id)]}
          >
            <FilesLater />
          </ExtraFileQuestion>
        )}
      />
    </Section>
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
