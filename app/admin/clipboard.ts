import { toast } from 'sonner'

/**
 * Copies a text and confirms it with a toast. Pages without TLS have no clipboard: there the toast
 * asks the user to copy by hand.
 */
export async function copy(text: string, done: string) {
  try {
    await navigator.clipboard.writeText(text)
    toast.success(done)
  } catch {
    toast.error('Could not copy. Select the text and copy it yourself.')
  }
}
