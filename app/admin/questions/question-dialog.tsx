import { useRef, useState } from 'react'

import { type IntakeQuestion, newQuestion } from '../../../contract/intake/intake-questions.ts'
import { ApiError } from '../../api/call.ts'
import { FormDialog } from '../editing/edit-dialog.tsx'
import { focusInvalid } from '../editing/first-invalid.ts'
import { isSame } from '../editing/record-values.ts'
import { type Existing, useEditor } from '../editing/use-editor.ts'
import { indexOfSent, inOrder } from './draft-edits.ts'
import { QuestionFields } from './question-fields.tsx'
import { partsOf, questionForm, type QuestionParts } from './question-form.ts'
import { partLabels, partWords } from './question-words.ts'
import { errorsOf, type QuestionDraft, saveEdit } from './use-questions.ts'

interface QuestionDialogProps {
  intake: string
  /** The draft as it was when the dialog opened. */
  draft: QuestionDraft
  /** The question to edit; null adds a new one. */
  question: IntakeQuestion | null
  /** Applications with an answer to the question. */
  answers: number
  onClose: () => void
}

/** A question with the draft that has it, for the optimistic lock. */
interface QuestionRecord extends Existing, IntakeQuestion {
  draft: QuestionDraft
}

/** The form of one question. Its edit is saved in the draft, which nobody is asked yet. */
export function QuestionDialog({ intake, draft, question, answers, onClose }: QuestionDialogProps) {
  const [opened] = useState(draft)
  const sent = useRef<QuestionParts[]>([])
  const editor = useEditor({
    schema: questionForm,
    flags: ['required'],
    record: question && recordOf(question, opened),
    defaults: partsOf(newQuestion),
    toValues: (record) => partsOf(record as QuestionRecord),
    save: (parts, read) => {
      sent.current.push(parts)
      return saveQuestion(intake, sent.current, (read as QuestionRecord) ?? opened)
    },
    saved: question ? 'Question saved in the draft' : 'Question added to the draft',
    failed: 'Failed to save the question',
    onSaved: onClose,
    onRefused: focusInvalid,
  })
  return (
    <FormDialog
      title={question ? 'Edit the question' : 'Add a question'}
      className="max-w-4xl"
      editor={editor}
      labels={partLabels}
      words={partWords}
      onClose={onClose}
      save={question ? 'Save in the draft' : 'Add to the draft'}
      noValidate
    >
      <QuestionFields
        parts={editor.defaults as unknown as QuestionParts}
        options={(editor.record as QuestionRecord | null)?.options ?? []}
        errors={editor.form.fields}
        answers={answers}
        editedRef={editor.edited}
      />
    </FormDialog>
  )
}

function recordOf(question: IntakeQuestion, draft: QuestionDraft): QuestionRecord {
  return { ...question, updatedAt: draft.updatedAt ?? '', draft }
}

const removedMeanwhile =
  'Somebody else has removed this question meanwhile. Copy what you need, then add a new one.'

/**
 * Saves the last of the parts that were sent in the draft. It conflicts only with a change of the same
 * question. A new question whose reply was lost is not added twice.
 */
async function saveQuestion(
  intake: string,
  sent: readonly QuestionParts[],
  read: QuestionRecord | QuestionDraft,
) {
  const parts = sent.at(-1)!
  let index = -1
  const edit = (draft: QuestionDraft) => {
    const { questions } = draft
    if (!('draft' in read)) {
      index = indexOfSent(questions, read.questions, sent)
      if (index >= 0)
        return questions.with(index, { ...questions[index]!, ...parts } as IntakeQuestion)
      index = questions.filter(({ stopped }) => !stopped).length
      return inOrder([...questions, { ...parts, stopped: false }])
    }
    index = questions.findIndex(({ _id }) => _id === read._id)
    const stored = questions[index]
    if (!stored) throw new ApiError(409, removedMeanwhile)
    if (!isSame(partsOf(stored), partsOf(read))) {
      throw new ApiError(409, '', { current: { ...recordOf(stored, draft) } })
    }
    return questions.with(index, { ...stored, ...parts } as IntakeQuestion)
  }
  try {
    const saved = await saveEdit(intake, 'draft' in read ? read.draft : read, edit)
    return recordOf(saved.draft.questions[index]!, saved.draft)
  } catch (error) {
    if (!(error instanceof ApiError) || !error.fields) throw error
    throw new ApiError(error.status, error.message, { fields: errorsOf(error, index) })
  }
}
