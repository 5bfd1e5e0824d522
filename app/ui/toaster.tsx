import { Toaster as Sonner } from 'sonner'
import 'sonner/dist/styles.css'
import '../styles/toaster.css'

/**
 * Toasts at the bottom right, each shown for 5 seconds. By sonner's defaults, at most three are
 * visible, and Alt+T focuses them. Show one with sonner's `toast.success(…)` or `toast.error(…)`.
 */
export function Toaster() {
  return <Sonner position="bottom-right" duration={5000} visibleToasts={3} closeButton />
}
