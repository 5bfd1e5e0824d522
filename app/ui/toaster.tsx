import { Toaster as Sonner, useSonner } from 'sonner'
import 'sonner/dist/styles.css'
import '../styles/toaster.css'
import { useToastOffset } from './use-toast-offset.ts'

/**
 * Toasts at the bottom right, each shown for 5 seconds. By sonner's defaults, at most three are
 * visible, and Alt+T focuses them. Show one with sonner's `toast.success(…)` or `toast.error(…)`. They
 * cover no element with the attribute `data-no-toasts`, such as the footer of a dialog.
 */
export function Toaster() {
  useToastOffset(useSonner().toasts.length > 0)
  return <Sonner position="bottom-right" duration={5000} visibleToasts={3} closeButton />
}
