import { fill } from '../contract/language/languages.ts'
import { createTranslator } from '../contract/language/translate.ts'
import { sizeText } from './lib/file-size.ts'
import { fileOnPhone } from './lib/file-on-phone.ts'
import { removeFieldError } from './lib/remove-field-error.ts'
import {
  type ChosenDocument,
  deleteDocuments,
  newDocument,
  readDocuments,
  storeDocument,
} from './offline/documents/chosen-documents.ts'
import { prepareDocument } from './offline/documents/prepare-document.ts'
import { PageQueue } from './offline/page-queue.ts'
import {
  enqueuePaper,
  isWaiting,
  lastReplyOf,
  type QueuedPaper,
  remove,
} from './offline/saved-applications.ts'
import { sendQueue } from './offline/send-queue.ts'
import type { PaperScriptProps } from './site/application/paper-script-props.ts'

// Script of the papers on the status page: keeps a chosen file on the phone, and sends it through the queue
// of the application form. Without scripts, each form posts its file.

const section = document.querySelector<HTMLElement>('[data-papers]')
const props: PaperScriptProps = JSON.parse(section?.dataset['papers'] ?? '{}')
const { reference, maxMb, words, reasons } = props
const message = createTranslator(reasons)

const forms = [...(section?.querySelectorAll('form') ?? [])].flatMap((form) => {
  const purpose = valueIn(form, 'purpose')
  const box = form.parentElement?.querySelector<HTMLElement>('[data-kept]')
  const state = form.closest('li')?.querySelector<HTMLElement>('[data-state]')
  return purpose && box && state ? [paperForm(form, purpose, { box, state })] : []
})
const queue = new PageQueue(new AbortController().signal, () => {
  for (const form of forms) form.show()
})
void queue.refresh().then(removeUnwanted).then(sendAgainWithNewProof)

interface Places {
  /** The state of the chosen file. */
  box: HTMLElement
  /** The state of the paper. */
  state: HTMLElement
}

function paperForm(form: HTMLFormElement, purpose: string, { box, state }: Places) {
  const id = `paper ${reference} ${purpose}`
  const input = form.querySelector<HTMLInputElement>('input[type=file]')!
  const output = box.querySelector('output')!
  const again = box.querySelector<HTMLButtonElement>('[data-again]')!
  const removing = box.querySelector<HTMLButtonElement>('[data-remove]')!
  /** The name of the file that is in the queue. */
  let waiting = ''
  /** The file of the last press of the button, until it is kept, and the end of that work. */
  let preparing: File | undefined
  let lastChoice = Promise.resolve()
  let isRemoving = false

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const files = [...(input.files ?? [])]
    if (files.length === 0) say(words.noFile)
    else if (files[0] !== preparing) {
      preparing = files[0]
      const end = () => {
        if (preparing === files[0]) preparing = undefined
      }
      lastChoice = lastChoice.then(() => keep(files)).then(end, end)
    }
  })
  // A sentence about an earlier choice would seem to be about this one.
  input.addEventListener('change', () => {
    removeFieldError(input)
    if (!preparing && !waiting) say('')
  })
  again.addEventListener('click', () => void enqueue().then(sendNow))
  removing.addEventListener('click', () => {
    waiting = ''
    isRemoving = true
    say('')
    const end = () => (isRemoving = false)
    void remove({ id })
      .then(() => queue.refresh())
      .then(end, end)
    input.focus()
  })

  /** Keeps the file and begins to send it. Meanwhile another one can be chosen, which takes its place. */
  async function keep(files: File[]) {
    say(words.preparing)
    const prepared = await prepareDocument(files, null, maxMb * 1_000_000)
    if ('refusal' in prepared) return say(message(prepared.refusal))
    const document = newDocument(
      id,
      { field: 'document', purpose: purpose as ChosenDocument['purpose'] },
      prepared,
    )
    await storeDocument(document, prepared.bytes)
    const isKept = (await readDocuments()).some((one) => one.id === document.id && !one.isInMemory)
    if (isKept && (await enqueue().catch(() => false))) {
      // Another file may have been chosen meanwhile.
      if (input.files?.[0] === files[0]) input.value = ''
      void sendNow()
      return
    }
    await deleteDocuments([document]).catch(() => {})
    return postPlainly()
  }

  /** Queues the file with the proof of this page. */
  async function enqueue() {
    const proof = { reference, contact: valueIn(form, 'contact') }
    await enqueuePaper({ id, values: { ...proof, purpose, document: fileOnPhone } })
    await queue.refresh()
    return true
  }

  /** Posts the file as a browser without scripts does: this browser cannot keep it. */
  function postPlainly() {
    if (!navigator.onLine) return say(words.notKept)
    const step = Object.assign(document.createElement('input'), {
      type: 'hidden',
      name: 'step',
      value: 'paper',
    })
    form.append(step)
    form.submit()
  }

  function show() {
    if (isRemoving) return
    const paper = queue.papers.find((one) => one.id === id)
    const file = queue.documents.find((one) => one.application === id)
    if (paper) {
      waiting = file?.name ?? ''
      say(textOf(paper, file), paper.refusal !== null)
      removing.hidden = false
    } else if (waiting) {
      say(fill(words.sent, { file: waiting }))
      waiting = ''
      state.textContent = words.received
      // A file that was chosen meanwhile waits for its button.
      if (input.files?.length) return
      if (form.contains(document.activeElement)) state.focus()
      form.hidden = true
    }
  }

  function say(text: string, canBeSentAgain = false) {
    box.hidden = text === ''
    removing.hidden = true
    again.hidden = !canBeSentAgain
    if (output.textContent !== text) output.textContent = text
  }

  return { id, contact: () => valueIn(form, 'contact'), enqueue, show }
}

/** Deletes refused papers that cannot be sent any more: without their form, nothing else could remove them. */
async function removeUnwanted() {
  const unwanted = queue.papers.filter(
    ({ id, refusal }) =>
      refusal && id.startsWith(`paper ${reference} `) && !forms.some((form) => form.id === id),
  )
  for (const paper of unwanted) await remove(paper)
}

/** A paper that was refused may have an old proof: with the one of this page it is sent again. */
async function sendAgainWithNewProof() {
  const old = forms.filter(({ id, contact }) =>
    queue.papers.some((paper) => paper.id === id && paper.values['contact'] !== contact()),
  )
  for (const form of old) await form.enqueue()
  if (old.length > 0) await sendNow()
}

async function sendNow() {
  await sendQueue({ retriesUnanswered: true, isByHand: true }).catch(() => {})
  await queue.refresh()
}

function textOf(paper: QueuedPaper, file: ChosenDocument | undefined) {
  const { name = '', size = 1, upload = null } = file ?? {}
  const { refusal } = paper
  if (!isWaiting(paper)) {
    const [reason] = Object.values(refusal?.fields ?? {})
    return fill(words.refused, { file: name, reason: message(reason ?? refusal?.message ?? '') })
  }
  const reply = lastReplyOf(paper)
  const kept = fill(words.kept, { file: name })
  const after = queue.inBackground && reply === 'none' ? words.inBackground : words.onReturn
  if (reply !== 'none') return [kept, message(reply.message), after].join(' ')
  const percent = Math.floor((10 * (upload?.offset ?? 0)) / size) * 10
  if (navigator.onLine && percent > 0) {
    return fill(words.progress, { percent, size: sizeText(size) })
  }
  return `${kept} ${after}`
}

function valueIn(form: HTMLFormElement, name: string) {
  const value = new FormData(form).get(name)
  return typeof value === 'string' ? value : ''
}
