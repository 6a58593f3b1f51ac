-- Lmod's module file of an unpacked bundle, wherever that is: module use FOLDER/modulefiles; module load jzfof
help("jzfof finds haloes, subhaloes and neighbours in N-body snapshots: jzfof --help, man jzfof")
whatis("Name: jzfof")
whatis("Version: " .. myModuleVersion())
whatis("Description: friends-of-friends haloes, subhaloes, merger trees and exact neighbours in N-body snapshots")
local root = myFileName():gsub("/modulefiles/[^/]*/[^/]*$", "")
prepend_path("PATH", pathJoin(root, "bin")) -- by which man finds ../man
setenv("JZFOF", pathJoin(root, "bin", "jzfof")) -- for scripts/slurm
prepend_path("PYTHONPATH", pathJoin(root, "python"))
