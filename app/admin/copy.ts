import { toast } from 'sonner'

/**
 * Copies a text and says so. Browsers without a clipboard, such as those of pages without TLS, leave
 * it to the person.
 */
export async function copy(text: string, done: string) {
  try {
    await navigator.clipboard.writeText(text)
    toast.success(done)
  } catch {
    toast.error('Could not copy. Select the text and copy it yourself.')
  }
}
