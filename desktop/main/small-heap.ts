import { setFlagsFromString } from 'node:v8';

/**
 * Has memory that is no longer needed given back once it makes up three tenths of what is. Each save among ten thousand
 * articles leaves some forty megabytes behind for a moment; by itself V8 lets them grow to three times what is needed before
 * it looks. At no measurable cost in time.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=30');
}
