import { useRef } from 'react'

import { api } from '../../../../contract/api.ts'
import type {
  Application,
  Decided,
  Decisions,
  Sending,
} from '../../../../contract/application/application.ts'
import type { Decision } from '../../../../contract/application/decision.ts'
import { ApiError } from '../../../api/call.ts'
import { request } from '../../../api/session.ts'
import { ShownError, useAction } from '../../use-action.ts'
import type { Twice } from '../dialogs/twice-dialog.tsx'
import { nameOf } from '../name-of.ts'
import { quietly } from './quiet.ts'

export interface Deciding {
  decision: Decisions
  /** The selected applications. The toast names those that stay selected. */
  selected?: ReadonlyMap<string, Application>
  /** Applicant's name for the error toast: the screen may show another application by then. */
  applicantName?: string
  /** Called after the decision is stored, before the lists are refetched. */
  onDecided?: () => void
}

/** Applications that were not accepted because their intake has no free place. */
export type NoPlace = Pick<Decisions, 'ids' | 'read'>

interface DecisionsOptions {
  /** Gets the ids of the decided applications before the lists are refetched. */
  onDecided: (ids: readonly string[]) => void
  onNoPlace: (refused: NoPlace) => void
  /** Gets a decision that would accept a person twice in an intake. */
  onTwice: (refused: Twice) => void
  /** Plans decisions that would tell the applicant at once. */
  isQuiet: boolean
}

interface Toggling {
  application: Application
  flag: 'is_accepted' | 'is_archived'
}

type ToggleAnswer = Pick<Decided, 'message' | 'undo'>

/** The requests that undo a decision, in the order in which they are sent. */
interface Undo {
  parts: Decisions[]
  applicantName?: string | undefined
}

/**
 * Mutations that store decisions. Each success toast offers Undo, and `undoLast` undoes the latest
 * decision. Skipped applications are not among the decided ones, unless they were deleted.
 */
export function useDecisions({ onDecided, onNoPlace, onTwice, isQuiet }: DecisionsOptions) {
  const latest = useRef<object>(null)
  const last = useRef<Undo>(null)
  /** The decisions that were sent since the last undo, as JSON. */
  const sentOnce = useRef(new Set<string>())
  /** The toast with the server's sentence. Undo is missing if the decision changed nothing. */
  const toastWithUndo = {
    done: ({ message }: Pick<Decided, 'message'>) => message,
    undo: (
      { undo: parts }: Pick<Decided, 'undo'>,
      decided: object & Pick<Deciding, 'applicantName'>,
    ) => {
      if (parts.length === 0) return undefined
      const to = { parts, applicantName: decided.applicantName }
      if (latest.current === decided) last.current = to
      return () => runUndo(to)
    },
  }
  const decide = useAction({
    do: (deciding: Deciding) => {
      const { decision } = deciding
      return decision.read ? once(decision, () => store(deciding)) : store(deciding)
    },
    ...toastWithUndo,
    failed: ({ decision }) => failureOf(decision),
    applicantName: ({ applicantName }) => applicantName,
  })
  const undo = useAction({
    do: async ({ parts }: Undo) => {
      sentOnce.current.clear()
      const answers = []
      for (const body of parts) {
        answers.push(await request(api.attachments.decide, { body }))
        onDecided(body.ids)
      }
      return checked(answers, undone(answers))
    },
    done: undone,
    failed: ({ parts: [part] }) => failureOf(part ?? {}),
    applicantName: ({ applicantName }) => applicantName,
  })
  const toggle = useAction({
    do: (toggling: Toggling) => {
      const { flag, application } = toggling
      const { _id, updatedAt } = application
      const options = { params: { _id }, body: { [flag]: !application[flag], updatedAt } }
      const toggled = (): Promise<ToggleAnswer> =>
        flag === 'is_accepted'
          ? request(api.attachments.accept, options)
          : request(api.attachments.archive, options)
      return once(options, () => sendAndClearUndo(toggling, [_id], toggled())).catch(
        (error: unknown) => {
          if (!(error instanceof ApiError) || error.code !== 'no_place') throw error
          onNoPlace({ ids: [_id], read: { [_id]: updatedAt } })
          throw new ShownError(error.message)
        },
      )
    },
    ...toastWithUndo,
    failed: ({ flag }) => failureOf({ [flag]: true }),
  })
  const send = useAction({
    do: (sending: Sending) => {
      const sent = request(api.attachments.sendDecisions, { body: sending })
      return sendAndClearUndo(sending, sending.ids, sent)
    },
    ...toastWithUndo,
    failed: 'Failed to send the answers',
  })

  /**
   * Sends the same decision only once. A repeat comes from a second press, or from a row that still shows its
   * old state. After a failure the decision may be sent again.
   */
  async function once<Answer>(decision: object, sendIt: () => Promise<Answer>) {
    const key = JSON.stringify(decision)
    if (sentOnce.current.has(key)) throw new ShownError('Sent already')
    sentOnce.current.add(key)
    return sendIt().catch((error: unknown) => {
      sentOnce.current.delete(key)
      throw error
    })
  }

  async function store(deciding: Deciding) {
    const { decision, selected } = deciding
    const stored = request(api.attachments.decide, { body: decision }).catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.code !== 'same_person') throw error
      onTwice({ decision, message: error.message })
      throw new ShownError(error.message)
    })
    const answer = await sendAndClearUndo(deciding, decision.ids, stored)
    const { withoutPlace: ids } = answer
    if (ids) onNoPlace({ ids, ...(decision.read && { read: decision.read }) })
    const { changed, left } = answer
    if (ids && changed.length === 0 && left.length === ids.length)
      throw new ShownError(answer.message)
    const message = answer.message + stillSelected(answer, selected)
    checked([answer], message)
    deciding.onDecided?.()
    return { ...answer, message }
  }

  /** Forgets the last undo first: the undo key does nothing while a decision is being stored. */
  async function sendAndClearUndo<Answer extends Partial<Decided>>(
    deciding: object,
    ids: readonly string[],
    sent: Promise<Answer>,
  ) {
    latest.current = deciding
    last.current = null
    const answer = await sent
    onDecided(ids.filter((id) => !skippedIn(answer).includes(id)))
    return answer
  }

  function runUndo(to: Undo) {
    if (last.current === to) last.current = null
    undo.mutate(to)
  }

  return {
    decide,
    toggle,
    send,
    isQuiet,
    /** The decision that the user means: a planned one while deciding quietly. */
    meant: (decision: Decision) => (isQuiet ? quietly(decision) : decision),
    /** Undoes the latest decision once. Returns the ids of its applications. */
    undoLast: () => {
      const to = last.current
      if (to) runUndo(to)
      return to?.parts.flatMap(({ ids }) => ids) ?? []
    },
  }
}

/** The applications that still exist, but were left as they were. */
function skippedIn({ left = [], deleted = [] }: Partial<Decided>) {
  return left.filter((id) => !deleted.includes(id))
}

/** Names the skipped applications of a selection, the first five in full. */
function stillSelected(answer: Decided, selected: Deciding['selected']) {
  const names = skippedIn(answer).flatMap((id) => {
    const application = selected?.get(id)
    return application ? nameOf(application) : []
  })
  if (names.length === 0) return ''
  const more = names.length > mostNames ? ` and ${names.length - mostNames} more` : ''
  return `. Still selected: ${names.slice(0, mostNames).join(', ')}${more}`
}

const mostNames = 5

/** Throws if no application was changed. The decline dialog then stays open with its message. */
function checked(answers: Decided[], message: string) {
  const isFailure = counted(answers, 'changed') === 0 && counted(answers, 'left') > 0
  if (isFailure) throw new ApiError(409, message)
  return answers
}

function undone(answers: Decided[]) {
  const [only, ...others] = answers
  if (only && others.length === 0) return only.message
  const back = counted(answers, 'changed')
  const left = counted(answers, 'left')
  const sentence =
    back === 1 ? '1 application is as it was' : `${back} applications are as they were`
  if (left === 0) return sentence
  return `${sentence}, ${left} ${left === 1 ? 'is' : 'are'} not: changed or deleted meanwhile`
}

function counted(answers: Decided[], which: 'changed' | 'left') {
  return answers.reduce((sum, answer) => sum + answer[which].length, 0)
}

export type UseDecisions = ReturnType<typeof useDecisions>

function failureOf({ is_archived, decline, waiting, planned }: Partial<Decisions>) {
  if (planned !== undefined) return 'Failed to plan the answer'
  if (waiting !== undefined) return 'Failed to update the waiting list'
  if (decline) return 'Failed to decline'
  return `Failed to update ${is_archived === undefined ? 'acceptance' : 'archive'} status`
}
