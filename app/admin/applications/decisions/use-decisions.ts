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
import { ShownError, undoTime, useAction } from '../../use-action.ts'
import type { RefusedTwice } from '../dialogs/twice-dialog.tsx'
import { nameOf } from '../name-of.ts'
import { quietly } from './quiet.ts'

interface About {
  /** The decided applications, as the browser has read them. Toasts name them, as the screen may show others. */
  applications: readonly Application[]
  /** True if staff have read that Undo takes the messages back for a minute. */
  hasLongUndo?: boolean
  /** Called after the decision is stored, before the lists are refetched. */
  onDecided?: () => void
}

export interface Deciding extends About {
  decision: Decisions
}

interface SendingPlanned extends About {
  sending: Sending
}

/** Applications that were not accepted because their intake has no free place. */
export type NoPlace = Pick<Decisions, 'ids' | 'read'> & Pick<About, 'applications'>

interface DecisionsOptions {
  /** Gets the ids of the decided applications before the lists are refetched. */
  onDecided: (ids: readonly string[]) => void
  onNoPlace: (refused: NoPlace) => void
  /** Gets a decision that would accept a person twice in an intake. */
  onTwice: (refused: RefusedTwice) => void
  /** Plans decisions that would tell the applicant at once. */
  isQuiet: boolean
}

/** The requests that undo a decision, in the order in which they are sent. */
interface Undo extends About {
  parts: Decisions[]
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
    undo: ({ undo: parts }: Pick<Decided, 'undo'>, decided: About) => {
      if (parts.length === 0) return undefined
      const undoing = { parts, applications: decided.applications }
      if (latest.current === decided) last.current = undoing
      return () => runUndo(undoing)
    },
  }
  const decide = useAction({
    do: (deciding: Deciding) => {
      const { decision } = deciding
      return decision.read ? once(decision, () => store(deciding)) : store(deciding)
    },
    ...toastWithUndo,
    undoFor: undoTimeOf,
    failed: ({ decision }) => failureOf(decision),
    applicantName: onlyName,
  })
  const undo = useAction({
    do: async ({ parts, applications }: Undo) => {
      sentOnce.current.clear()
      const answers = []
      for (const body of parts) {
        answers.push(await request(api.attachments.decide, { body }))
        onDecided(body.ids)
      }
      return checked(answers, undone(answers, applications))
    },
    done: (answers, { applications }) => undone(answers, applications),
    failed: ({ parts: [part] }) => failureOf(part ?? {}),
    applicantName: onlyName,
  })
  const send = useAction({
    do: async (deciding: SendingPlanned) => {
      const { sending: body, applications } = deciding
      const sent = request(api.attachments.sendDecisions, { body })
      const answer = await sendAndClearUndo(deciding, body.ids, sent)
      deciding.onDecided?.()
      return { ...answer, message: answer.message + leftOut([answer], applications) }
    },
    ...toastWithUndo,
    undoFor: undoTimeOf,
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
    const { decision, applications } = deciding
    const stored = request(api.attachments.decide, { body: decision }).catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.code !== 'same_person') throw error
      onTwice({ decision, applications, message: error.message })
      throw new ShownError(error.message)
    })
    const answer = await sendAndClearUndo(deciding, decision.ids, stored)
    const { withoutPlace: ids } = answer
    if (ids) {
      const refused = applications.filter(({ _id }) => ids.includes(_id))
      onNoPlace({ ids, applications: refused, ...(decision.read && { read: decision.read }) })
    }
    const { changed, left } = answer
    if (ids && changed.length === 0 && left.length === ids.length)
      throw new ShownError(answer.message)
    const message = answer.message + leftOut([answer], applications)
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

  function runUndo(undoing: Undo) {
    if (last.current === undoing) last.current = null
    undo.mutate(undoing)
  }

  return {
    decide,
    send,
    isQuiet,
    /** The decision that the user means: a planned one while deciding quietly. */
    meant: (decision: Decision) => (isQuiet ? quietly(decision) : decision),
    /** Undoes the latest decision once. Returns the ids of its applications. */
    undoLast: () => {
      const undoing = last.current
      if (undoing) runUndo(undoing)
      return undoing?.parts.flatMap(({ ids }) => ids) ?? []
    },
  }
}

/** The applications that still exist, but were left as they were. */
function skippedIn({ left = [], deleted = [] }: Partial<Decided>) {
  return left.filter((id) => !deleted.includes(id))
}

/** Names the skipped applications of a decision on several, the first five in full. */
function leftOut(answers: Decided[], applications: readonly Application[]) {
  const skipped = new Set(answers.flatMap(skippedIn))
  const names = applications.filter(({ _id }) => skipped.has(_id)).map(nameOf)
  if (names.length === 0 || applications.length === 1) return ''
  const more = names.length > mostNames ? ` and ${names.length - mostNames} more` : ''
  return `. Left out: ${names.slice(0, mostNames).join(', ')}${more}`
}

const mostNames = 5

/** Throws if no application was changed. The decline dialog then stays open with its message. */
function checked(answers: Decided[], message: string) {
  const isFailure = counted(answers, 'changed') === 0 && counted(answers, 'left') > 0
  if (isFailure) throw new ApiError(409, message)
  return answers
}

function undone(answers: Decided[], applications: readonly Application[]) {
  const [only, ...others] = answers
  const names = leftOut(answers, applications)
  if (only && others.length === 0) return only.message + names
  const back = counted(answers, 'changed')
  const left = counted(answers, 'left')
  const sentence =
    back === 1 ? '1 application is as it was' : `${back} applications are as they were`
  if (left === 0) return sentence
  return `${sentence}, ${left} ${left === 1 ? 'is' : 'are'} not: changed or deleted meanwhile${names}`
}

function counted(answers: Decided[], which: 'changed' | 'left') {
  return answers.reduce((sum, answer) => sum + answer[which].length, 0)
}

/** The applicant's name, if the decision is about one application. */
function onlyName({ applications: [only, ...others] }: About) {
  return only && others.length === 0 ? nameOf(only) : undefined
}

function undoTimeOf({ hasLongUndo }: About) {
  return hasLongUndo ? undoTime : undefined
}

export type UseDecisions = ReturnType<typeof useDecisions>

function failureOf({ is_archived, decline, waiting, planned }: Partial<Decisions>) {
  if (planned !== undefined) return 'Failed to plan the answer'
  if (waiting !== undefined) return 'Failed to update the waiting list'
  if (decline) return 'Failed to decline'
  return `Failed to update ${is_archived === undefined ? 'acceptance' : 'archive'} status`
}
