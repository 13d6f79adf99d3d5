import type { PageContext } from 'vike/types';

const ADDRESSES: readonly string[] = ['/init-data', '/fix-images', '/fix-ironman-production', '/direct-fix'];

export default ({ urlPathname }: PageContext): boolean => ADDRESSES.includes(urlPathname);
