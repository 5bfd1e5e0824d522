import type {
  ApplicationDocument,
  DocumentState,
  DocumentType,
  DocumentWarning,
} from '../../../contract/document/documents.ts'

export const states = {
  clean: { tone: 'good', label: 'No virus found' },
  unchecked: { tone: 'neutral', label: 'Not checked for viruses' },
  scanning: { tone: 'waiting', label: 'Being checked for viruses' },
  refused: { tone: 'bad', label: 'Virus found, deleted' },
} as const satisfies Record<DocumentState, object>

export const warningLabels: Record<DocumentWarning, string> = {
  password: 'The PDF is protected against changes, or asks for a password.',
  javascript: 'The PDF contains JavaScript, which is not run here. Take care after a download.',
  launch: 'The PDF tries to start a program, which fails here. Take care after a download.',
}

export const typeLabels: Record<DocumentType, string> = {
  'application/pdf': 'PDF',
  'image/jpeg': 'Picture',
  'image/png': 'Picture',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'Word document',
}

/** A size such as '410 KB' or '1.2 MB'. */
export function sizeLabel(bytes: number) {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} KB` : `${(bytes / 1e6).toFixed(1)} MB`
}

/** Whether the server hands the document out. */
export function isOpenable({ state }: ApplicationDocument) {
  return state === 'clean' || state === 'unchecked'
}

/** Whether the back office can draw the document. Word documents can only be downloaded. */
export function isDrawable({ type }: ApplicationDocument) {
  return type === 'application/pdf' || type.startsWith('image/')
}
