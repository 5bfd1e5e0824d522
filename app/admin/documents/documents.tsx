import { EyeIcon } from 'lucide-react'
import { api } from '../../../contract/api.ts'
import type { Application } from '../../../contract/application/application.ts'
import { type ApplicationDocument, fileNameOf } from '../../../contract/document/documents.ts'
import { extraPurpose, isPaper } from '../../../contract/intake/paper-kinds.ts'
import { purposeLabels } from '../../../contract/application/staff-questions.ts'
import { request } from '../../api/session.ts'
import { Badge } from '../../ui/badge.tsx'
import { buttonStyle } from '../../ui/button.tsx'
import { DateTime } from '../date-time.tsx'
import { download } from '../download.ts'
import { DownloadButton } from '../download-button.tsx'
import { RecordLink } from '../lists/record-link.tsx'
import type { ListState } from '../lists/use-list-state.ts'
import { useAction } from '../use-action.ts'
import { isDrawable, isOpenable, sizeLabel, states, typeLabels, warningLabels } from './labels.ts'
import { nameOf } from '../applications/name-of.ts'
import { RequestLinkButton } from '../request-link-button.tsx'

interface DocumentsProps {
  application: Application
  list: ListState
}

/** The files of an application, with what staff must know before they open one. */
export function Documents({ application, list }: DocumentsProps) {
  // The papers have a checklist of their own, and answers stand with their questions.
  const elsewhere = new Set([
    ...application.papers.map((paper) => paper.document),
    ...application.extra.map(({ value }) => value),
  ])
  const documents = application.documents.filter(({ _id }) => !elsewhere.has(_id))
  const linked = list.openDocument
  const isGone = linked !== null && !application.documents.some(({ _id }) => _id === linked)
  if (documents.length === 0 && !isGone) return null
  return (
    <section className="mb-5">
      <h3 className="text-lg">Documents</h3>
      {isGone ? (
        <p className="mt-1 text-sm font-semibold">
          The document of this address is not here any more: it was replaced or deleted.
        </p>
      ) : null}
      <ul className="mt-1 divide-y divide-sand-200 text-sm">
        {documents.map((document) => (
          <li key={document._id} className="py-2.5">
            <DocumentItem {...{ application, document, list }} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/**
 * A document, with buttons to open it and to ask for another one. A paper is sent back instead, and the
 * answer to a question of the intake stays.
 */
export function DocumentItem({ application, document, list }: DocumentsProps & OfDocument) {
  return (
    <>
      <Properties document={document} />
      <div className="mt-2 flex flex-wrap gap-2">
        {isOpenable(document) ? (
          <>
            {isDrawable(document) ? <OpenLink {...{ application, document, list }} /> : null}
            <DownloadDocument document={document} />
          </>
        ) : null}
        {isNamedElsewhere(document) ? null : (
          <RequestDocumentButton application={application} document={document} />
        )}
      </div>
    </>
  )
}

/** Whether the checklist or the question beside the document says what it is. */
function isNamedElsewhere({ purpose }: ApplicationDocument) {
  return isPaper(purpose) || purpose === extraPurpose
}

function Properties({ document }: { document: ApplicationDocument }) {
  const { purpose, name, type, size, state, warnings, createdAt } = document
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {isNamedElsewhere(document) ? null : (
          <span className="font-semibold">{purposeLabels[purpose]}</span>
        )}
        <Badge tone={states[state].tone}>{states[state].label}</Badge>
      </p>
      <p dir="auto" className="mt-0.5 wrap-anywhere">
        {name}
      </p>
      <p className="text-muted">
        {typeLabels[type]}, {sizeLabel(size)}, <DateTime of={createdAt} />
        {isDrawable(document) ? '' : '. It can only be downloaded, not shown here.'}
      </p>
      {warnings.map((warning) => (
        <p key={warning} className="mt-1 font-semibold text-danger">
          {warningLabels[warning]}
        </p>
      ))}
    </>
  )
}

function OpenLink({ application, document, list }: DocumentsProps & OfDocument) {
  const { _id, purpose } = document
  return (
    <RecordLink
      list={list}
      id={application._id}
      document={_id}
      className={buttonStyle({ size: 'sm' })}
      data-document={_id}
    >
      <EyeIcon aria-hidden="true" /> Open <span className="sr-only">{purposeLabels[purpose]}</span>
    </RecordLink>
  )
}

interface OfDocument {
  document: ApplicationDocument
}

function DownloadDocument({ document }: OfDocument) {
  const { _id, purpose } = document
  const loading = useAction({
    do: async () =>
      download(await request(api.documents.open, { params: { _id } }), fileNameOf(document)),
    done: 'Document downloaded',
    failed: 'This document could not be loaded.',
  })
  return (
    <DownloadButton isBusy={loading.isPending} onClick={() => loading.mutate(undefined)}>
      Download <span className="sr-only">{purposeLabels[purpose]}</span>
    </DownloadButton>
  )
}

interface RequestDocumentProps {
  application: Application
  document: ApplicationDocument
}

/** Asks the applicant of an undecided application for a readable file. */
function RequestDocumentButton({ application, document }: RequestDocumentProps) {
  const { _id, purpose, name } = document
  if (application.is_accepted || application.is_archived) return null
  return (
    <RequestLinkButton
      application={application}
      label="Ask for a new file"
      about={<span className="sr-only">: {purposeLabels[purpose]}</span>}
      title={`Ask ${nameOf(application)} for another ${purposeLabels[purpose]}?`}
      description={`We ask for a readable file in place of “${name}”. Until it arrives, this one stays.`}
      request={() => request(api.documents.request, { params: { _id } })}
      purpose="With this link, the applicant sends another file."
    />
  )
}
