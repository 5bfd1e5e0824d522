import { Toaster as Sonner } from 'sonner'
import 'sonner/dist/styles.css'
import '../styles/toaster.css'

/**
 * Notifications at the bottom right, Alt+T leads to them, at most three at once (sonner's own
 * defaults, as specification section 9 wants them), each for 5 seconds. Show one with sonner's
 * `toast.success(…)` or `toast.error(…)`.
 */
export function Toaster() {
  return <Sonner position="bottom-right" duration={5000} visibleToasts={3} closeButton />
}
