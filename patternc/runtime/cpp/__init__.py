"""The library of the C++ backend: headers of programs, and how programs are compiled, kept, loaded and launched."""
