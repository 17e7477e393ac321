export { locateInPackage } from './locate-in-package.ts';
