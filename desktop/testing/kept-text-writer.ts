// Types into the kept texts of the folder named on the command line until it is killed; prints each length that was acknowledged.
import { createKeptTexts } from '../main/kept-texts/kept-texts.ts';

const [keptTextsDir = '', contentFolder = '', size = '0'] = process.argv.slice(2);
const texts = createKeptTexts(keptTextsDir, contentFolder);
const beginning = 'a'.repeat(Number(size));
for (let typed = 1; ; typed++) {
  await texts.keep({ key: 'form', subject: 'new', typed, text: beginning + 'b'.repeat(typed) });
  // Handed over before the next stroke: what waits in a killed program's memory nobody reads.
  await new Promise((resolve) => process.stdout.write(`${typed}\n`, resolve));
}
