import sharp from 'sharp';

/** The decoders that bytes may reach. What looks for code, scripts or other files (SVG, PDF …) is never started. */
const LOADERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((kind) => `VipsForeignLoad${kind}`);

/**
 * sharp, for untrusted bytes. What it may do is decided once, before its first use: a picture being decoded in another
 * thread while decoders are blocked and unblocked fails at random.
 */
export const guardedSharp = guarded();

function guarded(): typeof sharp {
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: LOADERS });
  sharp.concurrency(1); // More threads for one picture would take the processors from pages.
  return sharp;
}
