import { api } from '../../../contract/api.ts'
import type { Application } from '../../../contract/application/application.ts'
import { purposeLabels } from '../../../contract/application/staff-questions.ts'
import {
  type ReturnReason,
  returnLabels,
  returnReasonIds,
} from '../../../contract/intake/paper-kinds.ts'
import type { ApplicationPaper } from '../../../contract/intake/papers.ts'
import { request } from '../../api/session.ts'
import { formatDay } from '../../lib/staff-dates.ts'
import { todayInKenya } from '../../lib/today.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Input, Select } from '../../ui/input.tsx'
import { nameOf } from '../applications/name-of.ts'
import { keepDraft, useDraft } from '../editing/use-draft.ts'
import { useItemFocus } from '../lists/item-focus.ts'
import type { ListState } from '../lists/use-list-state.ts'
import { useAction } from '../use-action.ts'
import { DocumentItem } from './documents.tsx'

const states = {
  missing: { tone: 'waiting', label: 'Missing' },
  sent: { tone: 'waiting', label: 'To be checked' },
  accepted: { tone: 'good', label: 'Accepted' },
  returned: { tone: 'bad', label: 'Sent back' },
} as const

interface PapersProps {
  application: Application
  list: ListState
}

/** The papers that the applicant is asked for, as a checklist. */
export function Papers({ application, list }: PapersProps) {
  const { papers, documents } = application
  const focus = useItemFocus<HTMLElement>()
  if (papers.length === 0) return null
  return (
    <section {...focus.part} className="mb-5">
      <h3 className="text-lg">Papers</h3>
      <ul className="mt-1 divide-y divide-sand-200 text-sm">
        {papers.map((paper) => {
          const document = documents.find(({ _id }) => _id === paper.document)
          return (
            <li key={paper.purpose} {...focus.item(paper.purpose)} className="py-2.5">
              <PaperState paper={paper} />
              {document ? <DocumentItem {...{ application, document, list }} /> : null}
              {document && document.state !== 'refused' ? (
                <Decide key={paper.document} {...{ application, paper }} />
              ) : null}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function PaperState({ paper }: { paper: ApplicationPaper }) {
  const { state, reason, validUntil, dueOn } = paper
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="font-semibold">{labelOf(paper)}</span>
      <Badge tone={states[state].tone}>{states[state].label}</Badge>
      {reason ? <span>{returnLabels[reason]}</span> : null}
      {validUntil ? <span>valid until {formatDay(validUntil)}</span> : null}
      {state === 'missing' && dueOn ? <span>by {formatDay(dueOn)}</span> : null}
    </p>
  )
}

function labelOf({ purpose, name }: ApplicationPaper) {
  return name ?? purposeLabels[purpose]
}

interface DecideProps {
  application: Application
  paper: ApplicationPaper
}

/** Accepts a paper, or sends it back. What is typed stays while a colleague decides the other way. */
function Decide(props: DecideProps) {
  const { state } = props.paper
  return (
    <div className="mt-2 flex flex-wrap items-center gap-2">
      {state === 'accepted' ? null : <AcceptPaper {...props} />}
      {state === 'returned' ? null : <ReturnPaper {...props} />}
    </div>
  )
}

/** In a form, so that the browser refuses a day that is incomplete or over. */
function AcceptPaper({ application, paper }: DecideProps) {
  const draft = `valid until ${paper.document}`
  const [validUntil, setValidUntil] = useDraft(draft)
  const { isBusy, isRefused, decide } = useDecidePaper({ application, paper, draft })
  return (
    <form
      className="contents"
      onSubmit={(event) => {
        event.preventDefault()
        decide({ state: 'accepted', ...(validUntil && { validUntil }) })
      }}
    >
      {paper.purpose === 'insurance' ? (
        <Input
          type="date"
          aria-label="Insurance is valid until"
          className="max-w-40 text-sm lg:h-10"
          min={todayInKenya()}
          value={validUntil}
          onChange={({ target }) => setValidUntil(target.value)}
        />
      ) : null}
      <Button
        size="sm"
        type="submit"
        aria-disabled={isBusy || undefined}
        data-no-toasts={isRefused || undefined}
      >
        Accept <span className="sr-only">{labelOf(paper)}</span>
      </Button>
    </form>
  )
}

function ReturnPaper({ application, paper }: DecideProps) {
  const draft = `sent back ${paper.document}`
  const [chosen, setReason] = useDraft(draft)
  const reason = returnReasonIds.find((id) => id === chosen)
  const { isBusy, isRefused, decide } = useDecidePaper({ application, paper, draft })
  const label = labelOf(paper)
  return (
    <>
      <Select
        aria-label={`Why ${label} is sent back`}
        className="max-w-44 text-sm lg:h-10"
        value={chosen}
        onChange={({ target }) => setReason(target.value)}
      >
        <option value="">Reason …</option>
        {returnReasonIds.map((id) => (
          <option key={id} value={id}>
            {returnLabels[id]}
          </option>
        ))}
      </Select>
      <Button
        size="sm"
        variant="outline"
        disabled={!reason}
        aria-disabled={isBusy || undefined}
        data-no-toasts={isRefused || undefined}
        onClick={() => reason && decide({ state: 'returned', reason })}
      >
        Send back <span className="sr-only">{label}</span>
      </Button>
    </>
  )
}

interface PaperDecision {
  state: 'accepted' | 'returned'
  reason?: ReturnReason
  validUntil?: string
}

/** Sends a decision. A success removes the draft of its field. */
function useDecidePaper({ application, paper, draft }: DecideProps & { draft: string }) {
  const { purpose, document, state: read } = paper
  const {
    isPending: isBusy,
    isError: isRefused,
    mutate,
  } = useAction({
    do: async (
      body: PaperDecision & Pick<ApplicationPaper, 'document'> & { read: typeof read },
    ) => {
      const params = { _id: application._id, purpose }
      const saved = await request(api.attachments.decidePaper, { params, body })
      keepDraft(draft, '')
      return saved
    },
    done: (_answer, { state }) =>
      `${labelOf(paper)} ${state === 'accepted' ? 'accepted' : 'sent back'}`,
    failed: 'Failed to decide on the paper',
    scope: `paper ${application._id} ${purpose}`,
    applicantName: () => nameOf(application),
  })
  // A disabled button would lose the focus.
  return {
    isBusy,
    /** The toast of a refusal then leaves the button free, to press it again. */
    isRefused,
    decide: (body: PaperDecision) => (isBusy ? undefined : mutate({ ...body, document, read })),
  }
}
