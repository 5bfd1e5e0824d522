import { data, redirect } from 'react-router'
import type { PageSentence } from '../../contract/language/kiswahili-server.ts'
import { documentRequestPath as path } from '../../contract/document/documents.ts'
import { languageOf, pathIn } from '../../contract/language/languages.ts'
import { documentQuestions, questionOfPurpose } from '../../contract/application/questions.ts'
import { readLinkToken } from '../../contract/one-time-link.ts'
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
import { translatedMetadata } from '../site/frame/metadata.ts'
import type { Route } from './+types/document-request.ts'

/** The server renders a plain form; the browser loads no React. */
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
  if (isUsed && !(await services.wasJustUsed(token))) return data(null, responseInit(asked))
  const { form, fileErrors } = await services.readForm(request)
  const thank = () => redirect(`${pathIn(languageOf(request.url), path)}?${arrived}`, 303)
  if (isUsed) {
    const values = documentQuestions.map((one) => form.get(one.key))
    const key = values.find((value) => typeof value === 'string') ?? ''
    const outcome = await services.answerDocumentRequest(token, key)
    return 'status' in outcome ? data(null, responseInit(outcome)) : thank()
  }
  const { key: field, file } = questionOfPurpose(asked.purpose)
  const key = form.get(field)
  const error = fileErrors[file] ?? noFile
  if (fileErrors[file] || typeof key !== 'string' || key === '')
    return data<FormErrors>(
      { message: checkFields, fields: { [file]: error } },
      { status: 422, headers: keptForBack },
    )

  const outcome = await services.answerDocumentRequest(token, key)
  if (!('status' in outcome)) return thank()
  const { message, fields } = outcome
  const atFile = fields?.['document']
  const refusal: FormErrors = {
    message: atFile ? checkFields : message,
    fields: atFile ? { [file]: atFile } : {},
  }
  return data<FormErrors>(refusal, responseInit(outcome))
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
  const { tServer } = useLanguage()
  const { referenceId, firstName, purpose } = asked
  const { file } = questionOfPurpose(purpose)
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
    <OneTimeLinkForm {...{ title, lead, refusal }} labels={{ [file]: label }} send="Send the file">
      <FileField name={file} label={label} maxMb={maxMb} error={refusal?.fields[file]} />
      <HeicNote />
    </OneTimeLinkForm>
  )
}
