export default '/admin*';
