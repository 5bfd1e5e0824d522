import { data, redirect } from 'react-router'
import type { PageSentence } from '../../contract/language/kiswahili-server.ts'
import { documentRequestPath as path } from '../../contract/document/documents.ts'
import { languageOf, pathIn } from '../../contract/language/languages.ts'
import { documentQuestions, questionOfPurpose } from '../../contract/application/questions.ts'
import { readLinkToken } from '../../contract/one-time-link.ts'
// oxlint-disable-next-line import/default -- Vite exports the script's URL
import script from '../entry.requested-file.ts?worker&url'
import { documentNames } from '../forms/document-names.ts'
import { FileField, HeicNote } from '../forms/file-field.tsx'
import type { FormErrors } from '../forms/use-form.ts'
import { useLanguage } from '../lib/language.tsx'
import { keptForBack, privateHeaders, responseInit } from '../lib/response-init.ts'
import { pageServices, type RequestedFile } from '../page-context.ts'
import { checkFields, noFile } from '../site/application/form-messages.ts'
import {
  arrived,
  incompleteLink,
  OneTimeLinkForm,
  OneTimeLinkPage,
} from '../site/application/one-time-link-page.tsx'
import { paperScriptProps } from '../site/application/paper-script-props.ts'
import { translatedMetadata } from '../site/frame/metadata.ts'
import type { Route } from './+types/document-request.ts'

/** The server renders a plain form. The browser loads no React, and a script only to send the file. */
export const handle = { form: true }

const title: PageSentence = 'Send us a readable file'

export const meta = translatedMetadata({ title, path, hidden: true })

/** The URL has a token. */
export const headers = privateHeaders

/** Shows what the link asks for. Reading never uses the link up: mail scanners open links, too. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(pageServices)
  const { documentMaxMb } = services
  const query = new URL(request.url).searchParams
  if (query.has(arrived)) return data({ asked: null, refusal: null, documentMaxMb })
  const token = readLinkToken(query.get('token') ?? '')
  const asked = token ? await services.readDocumentRequest(token) : incompleteLink
  if (!('status' in asked)) return data({ asked, refusal: null, documentMaxMb })
  return data({ asked: null, refusal: asked, documentMaxMb }, responseInit(asked))
}

/**
 * Puts a file in the place of the document. A refused file does not use the link up. A double tap ends on
 * the same page as one tap.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(pageServices)
  const token = readLinkToken(new URL(request.url).searchParams.get('token') ?? '') ?? ''
  const asked = await services.readDocumentRequest(token)
  const isUsed = 'status' in asked
  // The loader reads the request once more, and shows the refusal.
  if (isUsed && !(await services.wasJustUsed(token))) return refuse(null, asked)
  const { form, fileErrors } = await services.readForm(request)
  const thank = () => redirect(`${pathIn(languageOf(request.url), path)}?${arrived}`, 303)
  if (isUsed) {
    const values = documentQuestions.map((one) => form.get(one.key))
    const key = values.find((value) => typeof value === 'string') ?? ''
    const outcome = await services.answerDocumentRequest(token, key)
    return 'status' in outcome ? refuse(null, outcome) : thank()
  }
  const { key: field, file } = questionOfPurpose(asked.purpose)
  const key = form.get(field)
  const error = fileErrors[file] ?? noFile
  if (fileErrors[file] || typeof key !== 'string' || key === '')
    return refuse({ message: checkFields, fields: { [file]: error } }, { status: 422 })

  const outcome = await services.answerDocumentRequest(token, key)
  if (!('status' in outcome)) return thank()
  const { message, fields } = outcome
  const atFile = fields?.['document']
  const refusal: FormErrors = {
    message: atFile ? checkFields : message,
    fields: atFile ? { [file]: atFile } : {},
  }
  return refuse(refusal, outcome)
}

function refuse(refusal: FormErrors | null, reply: Parameters<typeof responseInit>[0]) {
  const { status, headers: retry } = responseInit(reply)
  return data(refusal, { status, headers: { ...retry, ...keptForBack } })
}

export default function DocumentRequest({ loaderData, actionData }: Route.ComponentProps) {
  const { asked, refusal, documentMaxMb } = loaderData
  return (
    <OneTimeLinkPage
      refusal={refusal}
      thanks={{
        title: 'Thank you, your file has arrived',
        text: 'It has taken the place of the earlier one. There is nothing else for you to do.',
      }}
    >
      {asked ? <FileForm asked={asked} refusal={actionData ?? null} maxMb={documentMaxMb} /> : null}
    </OneTimeLinkPage>
  )
}

interface FileFormProps {
  asked: RequestedFile
  refusal: FormErrors | null
  maxMb: number
}

function FileForm({ asked, refusal, maxMb }: FileFormProps) {
  const i18n = useLanguage()
  const { tServer } = i18n
  const { referenceId, firstName, purpose } = asked
  const { file, key } = questionOfPurpose(purpose)
  const label = tServer(documentNames[purpose])
  const lead = (
    <>
      {tServer(
        'This is about the application {reference} of {name}. We could not read one of its files. Please send another one in its place:',
        { reference: referenceId, name: firstName },
      )}{' '}
      <strong>{label}</strong>
    </>
  )
  return (
    <div
      data-script={script}
      data-requested={JSON.stringify(paperScriptProps(i18n, { reference: referenceId, maxMb }))}
      data-purpose={purpose}
      data-field={key}
    >
      <OneTimeLinkForm
        {...{ title, lead, refusal }}
        labels={{ [file]: label }}
        send="Send the file"
      >
        <FileField name={file} label={label} maxMb={maxMb} error={refusal?.fields[file]} />
        <HeicNote />
        <div hidden className="border-l-4 border-mango-400 pl-4">
          <output className="block font-semibold wrap-anywhere" />
        </div>
      </OneTimeLinkForm>
    </div>
  )
}
