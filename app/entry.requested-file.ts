import { fill } from '../contract/language/languages.ts'
import { createTranslator } from '../contract/language/translate.ts'
import type { UploadPurpose } from '../contract/intake/paper-kinds.ts'
import { sizeText } from './lib/file-size.ts'
import { removeFieldError } from './lib/remove-field-error.ts'
import { prepareDocument } from './offline/documents/prepare-document.ts'
import { uploadFile, type UploadProgress } from './offline/documents/upload.ts'
import type { PaperScriptProps } from './site/application/paper-script-props.ts'

// Script of the page behind a link that asks for a document: a resumable upload, whose key the form then
// posts. Without scripts, the form posts the file, and begins anew when the connection breaks.

const section = document.querySelector<HTMLElement>('[data-requested]')!
const { requested = '', purpose, field = '' } = section.dataset
const { maxMb, words, reasons }: PaperScriptProps = JSON.parse(requested)
const message = createTranslator(reasons)
const form = section.querySelector('form')!
const input = section.querySelector<HTMLInputElement>('input[type=file]')!
const output = section.querySelector('output')!

/** Pause before the next attempt (ms), unless the server asks for more. The return of the network ends it. */
const usualPause = 3000

/**
 * Key in localStorage of the last file's progress, by which a closed page goes on when it is opened again. It
 * stays after the post, which the network may lose.
 */
const progressKey = 'requested-file'

/** The end of the token tells links apart: the same file behind the next link is a new upload. */
const link = location.search.slice(-8)

/** Stops the attempts to send the chosen file; undefined while none is being sent. */
let sending: AbortController | undefined

form.addEventListener('submit', (event) => {
  event.preventDefault()
  const [file] = input.files ?? []
  if (!file) say(words.noFile)
  else if (!sending) {
    sending = new AbortController()
    void send(file, sending.signal)
  }
})
// An upload of the earlier choice would post that file. A sentence about it would seem to be about this one.
input.addEventListener('change', () => {
  sending?.abort()
  sending = undefined
  removeFieldError(input)
  say('')
})
// Back restores this page with its variables. Then the same file can be sent again.
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return
  sending = undefined
  say('')
})

async function send(file: File, signal: AbortSignal) {
  say(words.preparing)
  const prepared = await prepareDocument([file], null, maxMb * 1_000_000)
  if (signal.aborted) return
  if ('refusal' in prepared) return refuse(prepared.refusal)
  const size = prepared.bytes.byteLength
  const version = `${link} ${file.lastModified} ${size}`
  let upload = readProgress(version)
  const onProgress = async (progress: UploadProgress | null) => {
    upload = progress
    storeProgress(version, progress)
    if (!signal.aborted) say(progressText(progress, size))
  }
  while (true) {
    const given = { ...prepared, purpose: purpose as UploadPurpose, upload }
    const result = await uploadFile(given, { onProgress, signal })
    if (signal.aborted) return
    if ('refusal' in result) return refuse(result.refusal)
    if ('key' in result) return post(result.key)
    const { lastReply } = result
    const reason = lastReply === 'none' ? '' : message(lastReply.message)
    say([`${progressText(upload, size)}.`, reason, words.waiting].join(' '))
    await networkOrPause(Math.max(result.pause, usualPause))
  }
}

/** Progress of the same file in an earlier visit. The key is only the right to this one upload. */
function readProgress(version: string): UploadProgress | null {
  try {
    const stored = JSON.parse(localStorage.getItem(progressKey) ?? 'null')
    return stored?.version === version ? stored.progress : null
  } catch {
    return null
  }
}

function storeProgress(version: string, progress: UploadProgress | null) {
  try {
    if (progress) localStorage.setItem(progressKey, JSON.stringify({ version, progress }))
    else localStorage.removeItem(progressKey)
  } catch {
    // A browser that forbids storage begins anew in the next visit.
  }
}

/** Posts the form with the upload key in place of the file. */
function post(key: string) {
  const hidden = Object.assign(document.createElement('input'), { type: 'hidden', name: field })
  hidden.value = key
  form.append(hidden)
  input.disabled = true
  form.submit()
  // `submit` has read the values. Back then finds the form as it was.
  hidden.remove()
  input.disabled = false
}

function refuse(reason: Parameters<typeof message>[0]) {
  sending = undefined
  say(message(reason))
}

function networkOrPause(pause: number) {
  return new Promise<unknown>((done) => {
    setTimeout(done, pause)
    addEventListener('online', done, { once: true })
  })
}

function progressText(upload: UploadProgress | null, size: number) {
  const percent = Math.floor((100 * (upload?.offset ?? 0)) / size)
  return fill(words.progress, { percent, size: sizeText(size) })
}

function say(text: string) {
  output.parentElement!.hidden = text === ''
  if (output.textContent !== text) output.textContent = text
}
